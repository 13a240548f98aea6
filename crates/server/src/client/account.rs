//! The account for which a client signs: from the environment and AWS's files, like AWS's own tools.
//!
//! Credentials of the environment precede those of a profile, unless the command line names a profile
//! (documented: cli-configuration, AWS CLI). An endpoint on this machine accepts any credentials. Must not know
//! requests.

use std::path::{Path, PathBuf};

use hashrange_signing::{Address, Credentials, Profile, profile};

use super::client_error::ClientError;

/// The profile if none is named (documented: cli-configuration).
const DEFAULT: &str = "default";
/// The Region for an endpoint on which the Region has no effect.
const ANY_REGION: &str = "us-east-1";

/// Credentials for signing, and the Region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) credentials: Credentials,
    pub(crate) region: String,
}

/// The account options of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) profile: Option<String>,
    pub(crate) region: Option<String>,
}

/// Finds the account for an endpoint. `variable` is the environment; `file` reads a file if it exists.
///
/// # Errors
/// When there are no credentials, or the profile does not exist.
pub(crate) fn account(
    address: &Address,
    wanted: &Wanted,
    variable: &dyn Fn(&str) -> Option<String>,
    file: &dyn Fn(&Path) -> Option<String>,
) -> Result<Account, ClientError> {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let named = wanted.profile.clone().or_else(|| variable("AWS_PROFILE"));
    let found = found_profile(named.as_deref().unwrap_or(DEFAULT), &variable, file);
    if !found.exists && wanted.profile.is_some() {
        return Err(ClientError::NoProfile(wanted.profile.clone().unwrap_or_default()));
    }
    let pair = variable("AWS_ACCESS_KEY_ID").zip(variable("AWS_SECRET_ACCESS_KEY"));
    let of_environment = pair.map(|(key_id, secret)| Credentials {
        key_id,
        secret,
        token: variable("AWS_SESSION_TOKEN"),
    });
    let of_environment = of_environment.filter(|_| wanted.profile.is_none());
    let any = || address.is_local().then(Credentials::any);
    let credentials = of_environment.or(found.credentials).or_else(any);
    let credentials = credentials.ok_or_else(|| ClientError::NoCredentials {
        address: address.clone(),
        profile: named,
    })?;
    let region = wanted.region.clone();
    let region = region.or_else(|| address.region().map(str::to_owned));
    let region = region
        .or_else(|| variable("AWS_REGION"))
        .or_else(|| variable("AWS_DEFAULT_REGION"));
    let any = || (!address.is_of_aws()).then(|| ANY_REGION.to_owned());
    let region = region.or(found.region).or_else(any);
    Ok(Account {
        credentials,
        region: region.ok_or_else(|| ClientError::NoRegion(address.clone()))?,
    })
}

fn found_profile(
    name: &str,
    variable: &dyn Fn(&str) -> Option<String>,
    file: &dyn Fn(&Path) -> Option<String>,
) -> Profile {
    let home = variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from);
    let text = |named: &str, usual: &str| {
        let place = variable(named).map(PathBuf::from);
        let place = place.or_else(|| Some(home.clone()?.join(".aws").join(usual)));
        place.and_then(|place| file(&place)).unwrap_or_default()
    };
    let credentials = text("AWS_SHARED_CREDENTIALS_FILE", "credentials");
    profile(name, &credentials, &text("AWS_CONFIG_FILE", "config"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREDENTIALS: &str = "[default]\naws_access_key_id=D\naws_secret_access_key=d\n\
                               [work]\naws_access_key_id=W\naws_secret_access_key=w\n[empty]\n";

    fn found(url: &str, wanted: (Option<&str>, Option<&str>), set: &[(&str, &str)]) -> Result<String, String> {
        let address = Address::read(url).expect("an address");
        let wanted = Wanted {
            profile: wanted.0.map(str::to_owned),
            region: wanted.1.map(str::to_owned),
        };
        let variable = |name: &str| {
            set.iter()
                .find(|(set, _)| *set == name)
                .map(|(_, value)| (*value).to_owned())
        };
        let file = |path: &Path| match path.to_str() {
            Some("me/.aws/credentials" | "/elsewhere") => Some(CREDENTIALS.to_owned()),
            Some("me/.aws/config") => Some("[profile work]\nregion = eu-west-3\n".to_owned()),
            _ => None,
        };
        let account = account(&address, &wanted, &variable, &file).map_err(|error| error.to_string())?;
        Ok(format!("{} {}", account.credentials.key_id, account.region))
    }

    const AWS: &str = "https://dynamodb.us-west-2.amazonaws.com";
    const LOCAL: &str = "http://127.0.0.1:8000";
    const ELSEWHERE: &str = "https://db.example.test";
    const HOME: (&str, &str) = ("HOME", "me");
    const KEYS: [(&str, &str); 3] = [("AWS_ACCESS_KEY_ID", "E"), ("AWS_SECRET_ACCESS_KEY", "e"), HOME];

    #[test]
    fn the_environment_comes_before_profiles_that_are_not_asked_for() {
        assert_eq!(found(AWS, (None, None), &KEYS).as_deref(), Ok("E us-west-2"));
        assert_eq!(found(AWS, (Some("work"), None), &KEYS).as_deref(), Ok("W us-west-2"));
        assert_eq!(found(AWS, (None, None), &[HOME]).as_deref(), Ok("D us-west-2"));
        assert_eq!(
            found(AWS, (None, None), &[("AWS_PROFILE", "work"), HOME]).as_deref(),
            Ok("W us-west-2")
        );
        let file = [("AWS_SHARED_CREDENTIALS_FILE", "/elsewhere")];
        assert_eq!(found(AWS, (Some("work"), None), &file).as_deref(), Ok("W us-west-2"));
    }

    #[test]
    fn the_region_is_asked_for_or_found() {
        assert_eq!(
            found(AWS, (None, Some("eu-north-1")), &KEYS).as_deref(),
            Ok("E eu-north-1")
        );
        assert_eq!(
            found(ELSEWHERE, (Some("work"), None), &[HOME]).as_deref(),
            Ok("W eu-west-3")
        );
        let set = [KEYS[0], KEYS[1], ("AWS_DEFAULT_REGION", "sa-east-1")];
        assert_eq!(found(ELSEWHERE, (None, None), &set).as_deref(), Ok("E sa-east-1"));
    }

    #[test]
    fn only_endpoints_of_this_machine_take_any_credentials() {
        assert_eq!(found(LOCAL, (None, None), &[]).as_deref(), Ok("any us-east-1"));
        let error = found(ELSEWHERE, (None, None), &[]).expect_err("nobody is known");
        assert!(
            error.contains("no credentials for https://db.example.test. Set AWS_ACCESS_KEY_ID"),
            "{error}"
        );
        let error = found(AWS, (Some("empty"), None), &[HOME]).expect_err("it has no keys");
        assert!(error.contains("in profile empty"), "{error}");
        let error = found(LOCAL, (Some("other"), None), &[HOME]).expect_err("there is none");
        assert!(error.contains("no profile other"), "{error}");
    }
}
