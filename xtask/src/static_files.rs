//! A small HTTP server for a folder of files, on 127.0.0.1 only: what a static host does, no more.
//! GET and HEAD, correct content types (browsers compile WebAssembly while it downloads only under its own), and
//! revalidation by entity tag, so that a rebuilt page is never served stale.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use crate::failure::Failure;

const HEAD_LIMIT: u64 = 16 * 1024;
const IDLE: Duration = Duration::from_secs(30);

/// A server bound to its port.
pub(crate) struct StaticFiles {
    listener: TcpListener,
    site: Arc<Site>,
    port: u16,
}

/// The folder and the path it appears under; `base` begins and ends with a slash.
struct Site {
    folder: PathBuf,
    base: String,
}

impl StaticFiles {
    /// Takes the port; 0 takes a free one.
    ///
    /// # Errors
    /// When the port is in use.
    pub(crate) fn bind(folder: PathBuf, port: u16, base: &str) -> Result<Self, Failure> {
        let failure = |error: std::io::Error| {
            Failure::new(format!("listening on 127.0.0.1:{port}"), error.to_string())
                .by_hand("cargo xtask serve --port 0")
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failure)?;
        let port = listener.local_addr().map_err(failure)?.port();
        let trimmed = base.trim_matches('/');
        let base = if trimmed.is_empty() { "/".to_owned() } else { format!("/{trimmed}/") };
        Ok(Self { listener, site: Arc::new(Site { folder, base }), port })
    }

    /// Where a browser finds the page.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.site.base)
    }

    /// Answers requests until the process ends.
    pub(crate) fn serve(self) {
        for stream in self.listener.incoming().flatten() {
            let site = Arc::clone(&self.site);
            // A connection that breaks concerns its own browser only.
            thread::spawn(move || drop(converse(stream, &site)));
        }
    }
}

/// The parts of a request that matter here.
struct Request {
    method: String,
    path: String,
    entity_tag: Option<String>,
    close: bool,
}

fn converse(stream: TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader)? {
        let response = answer(site, &request);
        let close = request.close || response.status == 405;
        write_response(&mut writer, &response, request.method == "HEAD", close)?;
        if close {
            break;
        }
    }
    Ok(())
}

fn read_request(reader: &mut BufReader<TcpStream>) -> std::io::Result<Option<Request>> {
    let mut head = reader.take(HEAD_LIMIT);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Ok(None);
    };
    let path = target.split(['?', '#']).next().unwrap_or_default().to_owned();
    let mut request = Request { method: method.to_owned(), path, entity_tag: None, close: false };
    loop {
        let mut field = String::new();
        if head.read_line(&mut field)? == 0 {
            return Ok(None);
        }
        let Some((name, value)) = field.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "if-none-match" => request.entity_tag = Some(value.trim().to_owned()),
            "connection" => request.close = value.trim().eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    Ok(Some(request))
}

struct Response {
    status: u16,
    content_type: &'static str,
    /// A further header field, complete with its line end, or nothing.
    field: String,
    body: Vec<u8>,
}

impl Response {
    fn text(status: u16, text: &str) -> Self {
        Self { status, content_type: "text/plain; charset=utf-8", field: String::new(), body: text.as_bytes().to_vec() }
    }
}

fn answer(site: &Site, request: &Request) -> Response {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Response::text(405, "Only GET and HEAD are answered here.\n");
    }
    if format!("{}/", request.path) == site.base {
        let mut response = Response::text(301, "");
        response.field = format!("Location: {}\r\n", site.base);
        return response;
    }
    let Some(file) = locate(site, &request.path) else {
        return Response::text(404, "There is no such file.\n");
    };
    let Ok(body) = fs::read(&file) else {
        return Response::text(404, "There is no such file.\n");
    };
    let tag = entity_tag(&file, body.len());
    let field = format!("ETag: {tag}\r\n");
    let content_type = content_type(&file);
    if request.entity_tag.as_deref() == Some(tag.as_str()) {
        return Response { status: 304, content_type, field, body: Vec::new() };
    }
    Response { status: 200, content_type, field, body }
}

/// The file behind a path, or nothing when the path leads out of the folder.
fn locate(site: &Site, path: &str) -> Option<PathBuf> {
    let decoded = percent_decoded(path)?;
    let inside = decoded.strip_prefix(&site.base)?;
    let mut file = site.folder.clone();
    for part in inside.split('/').filter(|part| !part.is_empty()) {
        if part.starts_with('.') || part.contains(['\\', ':', '\0']) {
            return None;
        }
        file.push(part);
    }
    Some(if file.is_dir() { file.join("index.html") } else { file })
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn entity_tag(file: &Path, length: usize) -> String {
    let modified = fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    let stamp = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_nanos());
    format!("\"{length:x}-{stamp:x}\"")
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn write_response(writer: &mut TcpStream, response: &Response, head_only: bool, close: bool) -> std::io::Result<()> {
    let reason = match response.status {
        200 => "OK",
        301 => "Moved Permanently",
        304 => "Not Modified",
        405 => "Method Not Allowed",
        _ => "Not Found",
    };
    let connection = if close { "close" } else { "keep-alive" };
    // A 304 speaks of a body it does not carry; a length of zero would describe the wrong one.
    let length =
        if response.status == 304 { String::new() } else { format!("Content-Length: {}\r\n", response.body.len()) };
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\n{length}Cache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\n{}Connection: {connection}\r\n\r\n",
        response.status, response.content_type, response.field,
    );
    writer.write_all(head.as_bytes())?;
    if !head_only {
        writer.write_all(&response.body)?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::{Site, StaticFiles, content_type, locate};
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::path::{Path, PathBuf};

    fn site(base: &str) -> Site {
        Site { folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")), base: base.to_owned() }
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/src/..%2f..%2fCargo.toml",
            "/.git/config",
            "/a%00b",
            "/%zz",
            "Cargo.toml",
        ] {
            assert!(locate(&site("/"), path).is_none(), "{path}");
        }
        assert!(locate(&site("/"), "/src/main.rs").is_some());
    }

    #[test]
    fn a_base_path_is_required_when_set() {
        assert!(locate(&site("/deep/er/"), "/deep/er/Cargo.toml").is_some());
        assert!(locate(&site("/deep/er/"), "/Cargo.toml").is_none());
    }

    #[test]
    fn webassembly_has_its_own_type() {
        assert_eq!(content_type(Path::new("a/b_bg.wasm")), "application/wasm");
        assert_eq!(content_type(Path::new("init.mjs")), "text/javascript; charset=utf-8");
    }

    fn ask(address: &str, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn files_are_answered_and_revalidated() {
        let server = StaticFiles::bind(PathBuf::from(env!("CARGO_MANIFEST_DIR")), 0, "sub/path").unwrap();
        let address = server.url().replace("http://", "").replace("/sub/path/", "");
        std::thread::spawn(move || server.serve());
        let first = ask(&address, "GET /sub/path/Cargo.toml HTTP/1.1\r\nConnection: close\r\n\r\n");
        assert!(first.starts_with("HTTP/1.1 200 OK"), "{first}");
        assert!(first.contains("[package]"));
        let tag = first.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
        let again = ask(
            &address,
            &format!("GET /sub/path/Cargo.toml HTTP/1.1\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"),
        );
        assert!(again.starts_with("HTTP/1.1 304"), "{again}");
        assert!(
            ask(&address, "GET /sub/path HTTP/1.1\r\nConnection: close\r\n\r\n").contains("Location: /sub/path/\r\n")
        );
        assert!(ask(&address, "POST /sub/path/ HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask(&address, "GET /sub/path/none HTTP/1.1\r\nConnection: close\r\n\r\n").starts_with("HTTP/1.1 404"));
    }
}
