#!/usr/bin/env bash
# wasm-bindgen 0.2.130 (`web` target) writes one import statement and one key for each *function* that a program imports
# by `#[link(wasm_import_module)]`, not one for each module: two functions of a module give an object with the same key
# twice. It works, because both keys have the same module, but esbuild 0.25.12 warns of a duplicate key. Functions that
# are declared with `#[wasm_bindgen(module)]` are not affected. Code split by wasm_split imports its loader this way.
# The guess was one statement and one key.
#
# Run by hand: bash findings/wasm-bindgen-raw-imports.sh. Needs cargo with the target wasm32-unknown-unknown, and npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p page/src bindgen/src

cat > Cargo.toml <<'END'
[workspace]
members = ["page", "bindgen"]
resolver = "2"
END
cat > page/Cargo.toml <<'END'
[package]
name = "page"
version = "0.0.0"
edition = "2021"
[lib]
crate-type = ["cdylib"]
[dependencies]
wasm-bindgen = "=0.2.130"
END
cat > page/src/lib.rs <<'END'
use wasm_bindgen::prelude::*;
#[link(wasm_import_module = "./helper.js")]
extern "C" {
    fn one() -> u32;
    fn two() -> u32;
}
#[wasm_bindgen]
pub fn sum() -> u32 {
    unsafe { one() + two() }
}
END
cat > bindgen/Cargo.toml <<'END'
[package]
name = "bindgen"
version = "0.0.0"
edition = "2021"
[dependencies]
wasm-bindgen-cli-support = "=0.2.130"
END
cat > bindgen/src/main.rs <<'END'
fn main() {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.web(true).unwrap().typescript(false);
    bindgen.input_path("target/wasm32-unknown-unknown/release/page.wasm").generate("out").unwrap();
}
END

cargo build --quiet --release --package page --target wasm32-unknown-unknown
cargo run --quiet --package bindgen
statements=$(grep -c '^import \* as .* from "./helper.js"' out/page.js)
keys=$(grep -c '"./helper.js":' out/page.js)
echo "wasm-bindgen 0.2.130: $statements import statements and $keys keys for one module with two functions"
grep -n 'helper.js' out/page.js

npm install --silent --no-save esbuild@0.25.12
echo 'export const one = () => 1, two = () => 2;' > out/helper.js
warnings=$(npx esbuild out/page.js --bundle --format=esm --outfile=bundle.js 2>&1 | grep -c 'Duplicate key' || true)
echo "esbuild 0.25.12: $warnings warning of a duplicate key"
test "$statements" = 2 && test "$keys" = 2 && test "$warnings" = 1
