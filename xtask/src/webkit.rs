//! WebKitGTK for the longer tier: the driver and the small browser of Debian's package, and a virtual screen, because
//! that browser needs one.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::apt;
use crate::failure::Failure;
use crate::programs::on_path;
use crate::project::Project;

const PACKAGES: [&str; 3] = ["webkit2gtk-driver", "xvfb", "xauth"];
const BY_HAND: &str = "apt-get install webkit2gtk-driver xvfb xauth";

/// The programs of WebKitGTK.
pub(crate) struct WebKit {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
    /// Runs a program with a screen.
    screen: PathBuf,
}

impl WebKit {
    /// A command that runs a program with a screen. The caller adds the program's arguments.
    pub(crate) fn on_screen(&self, project: &Project, program: &str) -> Command {
        let mut command = project.command(&self.screen);
        command.args(["--auto-servernum", "--server-args", "-screen 0 1440x900x24", program]);
        command
    }
}

/// Finds the programs.
pub(crate) fn find() -> Option<WebKit> {
    Some(WebKit {
        browser: browser()?,
        driver: on_path("WebKitWebDriver")?,
        screen: on_path("xvfb-run")?,
    })
}

/// The browser is among the libraries, in a folder named after the version of the interface.
fn browser() -> Option<PathBuf> {
    let folders = |place: PathBuf| {
        fs::read_dir(place)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
    };
    let libraries = folders(PathBuf::from("/usr/lib")).flat_map(folders);
    libraries
        .map(|folder| folder.join("MiniBrowser"))
        .find(|path| path.is_file())
}

/// Installs the programs with apt.
///
/// # Errors
/// When apt-get cannot, or the programs are not found afterwards.
pub(crate) fn install(project: &Project) -> Result<(), Failure> {
    let what = "installing WebKitGTK";
    apt::install(project, what, &PACKAGES, BY_HAND)?;
    match find() {
        Some(_) => Ok(()),
        None => {
            Err(Failure::new(what, "apt-get said yes, but the programs are not where they should be").by_hand(BY_HAND))
        }
    }
}
