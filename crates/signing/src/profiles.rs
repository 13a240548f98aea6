//! Profiles: reads the texts of `~/.aws/credentials` and `~/.aws/config`.
//!
//! It has its own parser of thirty lines. AWS's files have neither quotes nor escapes, and they have nested lines,
//! which other INI parsers mistake for values. Must not know where the files are.

use crate::Credentials;

/// A profile in the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its access key, if it has one.
    pub credentials: Option<Credentials>,
    /// Its Region.
    pub region: Option<String>,
    /// Whether one of the files contains it.
    pub exists: bool,
}

/// Reads a profile from the texts of the credentials file and the configuration file. The credentials file has
/// precedence (documented: cli-configuration). In the configuration file, the section of a profile is `profile name`,
/// except for `default`.
#[must_use]
pub fn profile(name: &str, credentials: &str, config: &str) -> Profile {
    let full = format!("profile {name}");
    let in_config = |section: &str| section == full || (name == "default" && section == name);
    let settings = [
        section(credentials, |section| section == name),
        section(config, in_config),
    ];
    let exists = settings.iter().any(Option::is_some);
    let settings: Vec<(&str, &str)> = settings.into_iter().flatten().flatten().collect();
    let find = |wanted: &str| {
        let found = settings
            .iter()
            .find(|(name, value)| *name == wanted && !value.is_empty());
        found.map(|(_, value)| (*value).to_owned())
    };
    let pair = find("aws_access_key_id").zip(find("aws_secret_access_key"));
    let token = find("aws_session_token");
    let credentials = pair.map(|(key_id, secret)| Credentials { key_id, secret, token });
    Profile {
        credentials,
        region: find("region"),
        exists,
    }
}

/// The settings of the first section with a wanted name.
fn section(text: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<(&str, &str)>> {
    let mut found = None;
    let mut inside = false;
    for line in text.lines() {
        // Nested settings are indented.
        if line.starts_with([' ', '\t', '#', ';']) {
            continue;
        }
        let line = line.trim();
        if let Some((name, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let name: Vec<&str> = name.split_whitespace().collect();
            inside = found.is_none() && is_wanted(&name.join(" "));
            found = found.or_else(|| inside.then(Vec::new));
        } else if let (true, Some((name, value)), Some(found)) = (inside, line.split_once('='), &mut found) {
            found.push((name.trim(), value.trim()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREDENTIALS: &str = "# mine\n[default]\naws_access_key_id = AK\naws_secret_access_key=a/b+c=\n\
                               [ work ]\naws_access_key_id=W\naws_secret_access_key=S\naws_session_token = T\n";
    const CONFIG: &str = "[default]\nregion = eu-west-3\ns3 =\n  region = nested\n[profile work]\nregion=us-west-2\n\
                          [profile sso]\nsso_session = x\n[work]\nregion = no\n";

    fn key(id: &str, secret: &str, token: Option<&str>) -> Option<Credentials> {
        Some(Credentials {
            key_id: id.to_owned(),
            secret: secret.to_owned(),
            token: token.map(str::to_owned),
        })
    }

    #[test]
    fn both_files_have_their_share_of_a_profile() {
        let default = profile("default", CREDENTIALS, CONFIG);
        assert_eq!(
            (default.credentials, default.region.as_deref()),
            (key("AK", "a/b+c=", None), Some("eu-west-3"))
        );
        let work = profile("work", CREDENTIALS, CONFIG);
        assert_eq!(
            (work.credentials, work.region.as_deref()),
            (key("W", "S", Some("T")), Some("us-west-2"))
        );
    }

    #[test]
    fn a_profile_may_have_no_key_or_not_be_there() {
        let sso = profile("sso", CREDENTIALS, CONFIG);
        assert_eq!(
            sso,
            Profile {
                exists: true,
                ..Profile::default()
            }
        );
        assert_eq!(profile("other", CREDENTIALS, CONFIG), Profile::default());
        assert_eq!(profile("default", "", ""), Profile::default());
    }
}
