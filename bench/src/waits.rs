//! How long a client waits while another one asks for the most expensive work: GetItem over HTTP beside index builds,
//! restores, deletions, expensive expressions, checkpoints and so on, on a table of a million items.
//!
//! `asker.rs` has the work. Must not know what it consists of.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hashrange_server::{Options, Server};
use tokio::sync::oneshot;

use crate::client::Client;
use crate::folder::Folder;
use crate::waits::asker::Asker;
use crate::work::gets;

mod asker;

const ITEMS: usize = 1_000_000;
/// The longest wait that the design allows, and the longest of 99 in 100 requests.
const MOST: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(20)];
/// The least share of the rate of an idle server.
const LEAST_SHARE: f64 = 0.5;
/// How long the idle server is measured before each work, because a machine is not equally fast all the time.
const IDLE: Duration = Duration::from_secs(1);
/// Work that takes less than this is over at once: only its longest wait says something.
const SHORT: Duration = Duration::from_secs(1);

/// What a client asks for beside the one that waits.
type Work = fn(&mut Asker);

/// Measures and prints all waits. Returns whether every wait is within its budget.
pub(crate) fn measure() -> bool {
    let folder = Folder::fresh();
    std::fs::create_dir_all(folder.path().join("s3/music")).expect("a folder for exports");
    println!("GetItem of one client over HTTP beside other work on {ITEMS} items");
    println!(
        "{:<34} {:>9} {:>10} {:>9} {:>7} {:>9} {:>9} {:>9}",
        "", "takes s", "idle per s", "per s", "share", "median ms", "p99 ms", "most ms"
    );
    let in_memory = beside_all(&folder);
    let on_disk = beside_checkpoints(&folder);
    in_memory && on_disk
}

/// The waits of a server without a data directory.
fn beside_all(folder: &Folder) -> bool {
    let (address, stop) = serve(Options {
        port: 0,
        s3: Some(folder.path().join("s3")),
        ..Options::default()
    });
    let mut asker = Asker(Client::open(address));
    asker.fill(ITEMS);
    let works: [(&str, Work); 11] = [
        ("Scans with the dearest filter", Asker::scan_large),
        ("writes with the dearest condition", Asker::write_large),
        ("partition splits", Asker::split),
        ("an index build", Asker::build_index),
        ("an index deletion", Asker::delete_index),
        ("backups", Asker::back_up),
        ("a restore", Asker::restore),
        ("an export", Asker::export),
        ("an import", Asker::import),
        ("a table deletion", Asker::delete_imported),
        ("an expiry of 300,000 items", Asker::expire),
    ];
    let mut kept = true;
    for (name, work) in works {
        kept &= Waits::compared(address, name, || work(&mut asker));
    }
    drop(asker);
    stop();
    kept
}

/// The waits of a server with a data directory, which imports what the other one has exported.
fn beside_checkpoints(folder: &Folder) -> bool {
    let data = folder.path().join("data");
    let (address, stop) = serve(Options {
        port: 0,
        s3: Some(folder.path().join("s3")),
        data_dir: Some(data.clone()),
        ..Options::default()
    });
    let mut asker = Asker(Client::open(address));
    asker.import_exported(&folder.path().join("s3"));
    asker.almost_fill_journal(&data);
    let kept = Waits::compared(address, "a checkpoint", || asker.checkpoint(&data));
    drop(asker);
    stop();
    kept
}

/// Serves as the program does, in another thread. Returns the address, and what stops the server.
fn serve(options: Options) -> (SocketAddr, impl FnOnce()) {
    let (address, known) = mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let server = Server::start(&options).await.expect("a server");
            address.send(server.address()).expect("someone who waits");
            stopped.await.expect("an end");
            server.stop().await.expect("an end in order");
        });
    });
    let stop = move || {
        stop.send(()).expect("a server that runs");
        serving.join().expect("a server that ended");
    };
    (known.recv().expect("an address"), stop)
}

/// The waits of one client, in ascending order, and how long it asked.
struct Waits {
    each: Vec<Duration>,
    took: Duration,
}

impl Waits {
    /// Prints the waits of a client beside work, compared with its waits beside nothing. Returns whether they are within
    /// their budget.
    fn compared(address: SocketAddr, name: &str, work: impl FnOnce()) -> bool {
        let idle = Self::beside(address, || thread::sleep(IDLE));
        Self::beside(address, work).print(name, &idle)
    }

    /// The waits of a client while something else runs.
    fn beside(address: SocketAddr, other: impl FnOnce()) -> Self {
        let is_over = AtomicBool::new(false);
        let begun = Instant::now();
        let mut each = thread::scope(|scope| {
            let asking = scope.spawn(|| ask(address, &is_over));
            other();
            is_over.store(true, Ordering::Relaxed);
            asking.join().expect("a client that ended")
        });
        let took = begun.elapsed();
        each.sort();
        Self { each, took }
    }

    fn rate(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    /// The wait that this many of a hundred requests do not exceed.
    fn of_hundred(&self, part: usize) -> Duration {
        let place = (self.each.len() * part / 100).min(self.each.len().saturating_sub(1));
        self.each.get(place).copied().unwrap_or(Duration::MAX)
    }

    /// Prints one line. Returns whether it is within its budget.
    fn print(&self, name: &str, idle: &Self) -> bool {
        let share = self.rate() / idle.rate();
        let (most, most_of_99) = (self.of_hundred(100), self.of_hundred(99));
        let is_short = self.took < SHORT;
        let is_kept = most <= MOST[0] && (is_short || most_of_99 <= MOST[1] && share >= LEAST_SHARE);
        let millis = |wait: Duration| wait.as_secs_f64() * 1_000.0;
        println!(
            "{name:<34} {:>9.2} {:>10.0} {:>9.0} {share:>7.2} {:>9.2} {:>9.2} {:>9.2}{}{}",
            self.took.as_secs_f64(),
            idle.rate(),
            self.rate(),
            millis(self.of_hundred(50)),
            millis(most_of_99),
            millis(most),
            if is_short { "  over at once" } else { "" },
            if is_kept { "" } else { "  missed" },
        );
        is_kept
    }
}

/// Asks for one item after the other. Returns how long each took.
fn ask(address: SocketAddr, is_over: &AtomicBool) -> Vec<Duration> {
    let mut client = Client::open(address);
    let mut waits = Vec::new();
    for body in gets(10_000, ITEMS as u64).iter().cycle() {
        let begun = Instant::now();
        client.send("GetItem", body);
        waits.push(begun.elapsed());
        if is_over.load(Ordering::Relaxed) {
            break;
        }
    }
    waits
}
