//! The browser the tests run in: the machine's own Chromium or Chrome and its driver.
//! Only `test` needs it. It is installed with apt where that works; elsewhere the message says how.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;
use crate::run;

/// A browser and the driver that belongs to it.
pub(crate) struct Browser {
    pub(crate) program: PathBuf,
    pub(crate) driver: PathBuf,
}

const PROGRAMS: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const FIXED_PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const BY_HAND: &str = "apt-get install chromium chromium-driver, or install Chrome and its chromedriver and set \
                       HASHRANGE_CHROMIUM and HASHRANGE_CHROMEDRIVER to the two programs";

/// Looks for both programs; HASHRANGE_CHROMIUM and HASHRANGE_CHROMEDRIVER come first.
pub(crate) fn find() -> Option<Browser> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_file());
    let program = named("HASHRANGE_CHROMIUM")
        .or_else(|| PROGRAMS.iter().find_map(|name| on_path(name)))
        .or_else(|| FIXED_PLACES.iter().map(PathBuf::from).find(|path| path.is_file()))?;
    let driver = named("HASHRANGE_CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    Some(Browser { program, driver })
}

/// Installs Chromium and its driver with apt.
///
/// # Errors
/// When there is no apt, no right to use it, or it fails.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    let what = "installing Chromium and chromedriver";
    if on_path("apt-get").is_none() {
        return Err(Failure::new(
            what,
            "this machine has no apt-get, and no Chromium or Chrome with a chromedriver was found on PATH",
        )
        .by_hand(BY_HAND));
    }
    let prefix: &[&str] = if is_root(project) { &[] } else { &["sudo", "-n"] };
    if !prefix.is_empty() && on_path("sudo").is_none() {
        return Err(Failure::new(what, "apt-get needs root, and there is no sudo").by_hand(BY_HAND));
    }
    for words in [&["apt-get", "update"][..], &["apt-get", "install", "-y", "chromium", "chromium-driver"][..]] {
        let mut words = prefix.iter().chain(words);
        let mut command = project.command(words.next().copied().unwrap_or_default());
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        let line = run::line(&command);
        let captured = run::capture(command, false)?;
        if !captured.success {
            return Err(Failure::new(what, captured.tail(8)).tried(line).by_hand(BY_HAND));
        }
    }
    match find() {
        Some(_) => Ok(()),
        None => Err(Failure::new(what, "apt-get said yes, but the programs are not on PATH").by_hand(BY_HAND)),
    }
}

fn is_root(project: &Project) -> bool {
    let mut command = project.command("id");
    command.arg("-u");
    run::capture(command, false).is_ok_and(|captured| captured.text.trim() == "0")
}

/// Writes the driver's settings for the browser tests of a crate: those of web/webdriver.json, plus the browser that was
/// found, so that the file in the repository names no machine's paths. Returns where they were written.
pub(crate) fn write_driver_settings(project: &Project, program: &Path) -> Result<PathBuf, Failure> {
    let what = "writing the browser driver's settings";
    let failure = |why: String| Failure::new(what, why);
    let text =
        std::fs::read_to_string(project.path("web/webdriver.json")).map_err(|error| failure(error.to_string()))?;
    let mut settings: serde_json::Value = serde_json::from_str(&text).map_err(|error| failure(error.to_string()))?;
    let options = settings
        .get_mut("goog:chromeOptions")
        .and_then(serde_json::Value::as_object_mut)
        .ok_or_else(|| failure("web/webdriver.json has no goog:chromeOptions".to_owned()))?;
    options.insert("binary".to_owned(), program.to_string_lossy().into());
    let place = project.target().join("webdriver.json");
    std::fs::create_dir_all(project.target()).map_err(|error| failure(error.to_string()))?;
    std::fs::write(&place, settings.to_string()).map_err(|error| failure(error.to_string()))?;
    Ok(place)
}
