//! An endpoint as the reader entered it: address, Region and credentials.
//!
//! Must not know requests.

use hashrange_protocol::call::EndpointForm;
use hashrange_signing::{Address, Credentials};

/// The Region for an endpoint that accepts any Region.
const ANY_REGION: &str = "us-east-1";

/// An endpoint, and the credentials for signing.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(crate) address: Address,
    /// The address for which requests are signed: that of the endpoint, which a relay may hide.
    pub(crate) signed: Address,
    pub(crate) region: String,
    pub(crate) credentials: Credentials,
}

impl Endpoint {
    /// Reads the form that the reader filled in.
    ///
    /// # Errors
    /// If the URL is invalid, or credentials are missing for an endpoint that is not on this machine.
    pub(crate) fn of(form: &EndpointForm) -> Result<Self, String> {
        let address = Address::read(form.url.trim()).map_err(|error| error.to_string())?;
        let host = form.host.trim();
        let signed = match (host.is_empty(), Address::is_meant_by(host)) {
            (true, _) => address.clone(),
            (false, true) => Address::read(host).map_err(|error| error.to_string())?,
            (false, false) => Address::read(&format!("https://{host}")).map_err(|error| error.to_string())?,
        };
        let (key_id, secret) = (form.key_id.trim(), form.secret.trim());
        let credentials = match (key_id.is_empty(), secret.is_empty()) {
            (false, false) => {
                let token = form.token.trim();
                let token = (!token.is_empty()).then(|| token.to_owned());
                Credentials {
                    key_id: key_id.to_owned(),
                    secret: secret.to_owned(),
                    token,
                }
            }
            (true, true) if address.is_local() => Credentials::any(),
            (true, true) => {
                return Err(format!(
                    "{address} is not on this machine: it needs an access key and its secret."
                ));
            }
            _ => return Err("Enter both an access key ID and its secret.".to_owned()),
        };
        let typed = form.region.trim();
        let region = if typed.is_empty() {
            signed.region().unwrap_or(ANY_REGION)
        } else {
            typed
        }
        .to_owned();
        Ok(Self {
            address,
            signed,
            region,
            credentials,
        })
    }
}

impl Endpoint {
    /// The address to which an operation is sent, and the one for which it is signed.
    pub(super) fn addresses(&self, operation: &str) -> [Address; 2] {
        [&self.address, &self.signed].map(|address| address.for_operation(operation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str, key_id: &str, secret: &str) -> Result<Endpoint, String> {
        let [url, key_id, secret] = [url, key_id, secret].map(str::to_owned);
        Endpoint::of(&EndpointForm {
            url,
            key_id,
            secret,
            ..EndpointForm::default()
        })
    }

    #[test]
    fn an_endpoint_of_this_machine_takes_any_credentials() {
        let local = of(" http://127.0.0.1:8000 ", "", "").expect("an endpoint");
        assert_eq!(
            (local.credentials, local.region.as_str()),
            (Credentials::any(), "us-east-1")
        );
    }

    #[test]
    fn requests_through_a_relay_are_signed_for_the_endpoint_behind_it() {
        let behind = |host: &str| {
            let form = EndpointForm {
                url: "http://127.0.0.1:8001".to_owned(),
                host: host.to_owned(),
                ..EndpointForm::default()
            };
            Endpoint::of(&form).map(|endpoint| (endpoint.signed.authority().to_owned(), endpoint.region))
        };
        let signed = |host: &str, region: &str| Ok((host.to_owned(), region.to_owned()));
        assert_eq!(behind(""), signed("127.0.0.1:8001", "us-east-1"));
        assert_eq!(behind(" db:8043 "), signed("db:8043", "us-east-1"));
        assert_eq!(behind("https://db:8043"), signed("db:8043", "us-east-1"));
        let host = "dynamodb.eu-west-3.amazonaws.com";
        assert_eq!(behind(host), signed(host, "eu-west-3"));
        assert!(behind("db/path").is_err());
    }

    #[test]
    fn searches_of_aws_go_to_its_host_for_searches() {
        let addresses = |url: &str, host: &str, operation: &str| {
            let form = EndpointForm {
                url: url.to_owned(),
                host: host.to_owned(),
                key_id: "AK".to_owned(),
                secret: "secret".to_owned(),
                ..EndpointForm::default()
            };
            let endpoint = Endpoint::of(&form).expect("an endpoint");
            endpoint.addresses(operation).map(|address| address.to_string())
        };
        let (aws, relay) = ("https://dynamodb.eu-west-3.amazonaws.com", "http://127.0.0.1:8001");
        let search = "https://search-dynamodb.eu-west-3.amazonaws.com";
        assert_eq!(addresses(aws, "", "Query"), [aws, aws]);
        assert_eq!(addresses(aws, "", "SearchVectors"), [search, search]);
        assert_eq!(addresses(relay, aws, "SearchVectors"), [relay, search]);
        assert_eq!(addresses(relay, "", "SearchVectors"), [relay, relay]);
    }

    #[test]
    fn an_endpoint_of_aws_says_its_region_and_wants_a_key() {
        let url = "https://dynamodb.eu-west-3.amazonaws.com";
        assert_eq!(of(url, "AK", "s").expect("an endpoint").region, "eu-west-3");
        for (key_id, secret) in [("", ""), ("AK", ""), ("", "s")] {
            assert!(of(url, key_id, secret).is_err());
        }
        assert!(of("dynamodb", "AK", "s").is_err());
    }
}
