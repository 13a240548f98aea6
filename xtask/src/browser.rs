//! The browser of the tests: the machine's own Chromium or Chrome and its driver. Only `test` needs it. It is installed
//! with apt if possible. Otherwise the message explains how to install it.

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::apt;
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;

/// The names of Chromium's and Firefox's options in capabilities.
pub(crate) const CHROMIUM: &str = "goog:chromeOptions";
pub(crate) const FIREFOX: &str = "moz:firefoxOptions";

/// A browser and its driver.
pub(crate) struct Browser {
    pub(crate) program: PathBuf,
    /// What Playwright starts: the same engine without a window where it is installed, otherwise `program`. Chromium
    /// without a screen still keeps its windows' own pages, which take a quarter of the browser tests' time.
    pub(crate) headless: PathBuf,
    pub(crate) driver: PathBuf,
}

const PROGRAMS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];
const HEADLESS: &str = "chromium-headless-shell";
const FIXED_PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const BY_HAND: &str = "apt-get install chromium chromium-driver chromium-headless-shell, or install Chrome and its \
                       chromedriver and set HASHRANGE_CHROMIUM and HASHRANGE_CHROMEDRIVER to the two programs";

/// Finds both programs. HASHRANGE_CHROMIUM and HASHRANGE_CHROMEDRIVER come first.
pub(crate) fn find() -> Option<Browser> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_file());
    let chosen = named("HASHRANGE_CHROMIUM");
    let headless = chosen.clone().or_else(|| on_path(HEADLESS));
    let program = chosen
        .or_else(|| PROGRAMS.iter().find_map(|name| on_path(name)))
        .or_else(|| FIXED_PLACES.iter().map(PathBuf::from).find(|path| path.is_file()))?;
    let driver = named("HASHRANGE_CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    let headless = headless.unwrap_or_else(|| program.clone());
    Some(Browser {
        program,
        headless,
        driver,
    })
}

/// Installs Chromium and its driver with apt.
///
/// # Errors
/// When apt-get cannot, or the programs are not on PATH afterwards.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    let what = "installing Chromium and chromedriver";
    apt::install(project, what, &["chromium", "chromium-driver", HEADLESS], BY_HAND)?;
    match find() {
        Some(_) => Ok(()),
        None => Err(Failure::new(what, "apt-get said yes, but the programs are not on PATH").by_hand(BY_HAND)),
    }
}

/// Writes the driver's settings for the browser tests of a crate, and returns their path. They are one browser's
/// options from web/webdriver.json, plus the path of the program. So the file in the repository contains no machine's
/// paths.
pub(crate) fn write_driver_settings(project: &Project, options: &str, program: &Path) -> Result<PathBuf, Failure> {
    let what = "writing the browser driver's settings";
    let failure = |why: String| Failure::new(what, why);
    let text =
        std::fs::read_to_string(project.path("web/webdriver.json")).map_err(|error| failure(error.to_string()))?;
    let mut settings: Value = serde_json::from_str(&text).map_err(|error| failure(error.to_string()))?;
    let mut chosen = settings.get_mut(options).map(Value::take).unwrap_or_default();
    let members = chosen
        .as_object_mut()
        .ok_or_else(|| failure(format!("web/webdriver.json has no {options}")))?;
    members.insert("binary".to_owned(), program.to_string_lossy().into());
    // The options of only one browser: a driver may refuse the options of another.
    let place = project
        .target()
        .join(format!("webdriver-{}.json", options.replace(':', "-")));
    std::fs::create_dir_all(project.target()).map_err(|error| failure(error.to_string()))?;
    std::fs::write(&place, json!({ options: chosen }).to_string()).map_err(|error| failure(error.to_string()))?;
    Ok(place)
}
