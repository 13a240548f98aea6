// The last step of a page build, run by Trunk on the staged files: writes the size of the WebAssembly file into the
// page (for the progress bar). For a release build it makes the code small first, splits off what the page can start
// without, puts the functions in order, and writes the Content-Security-Policy.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { orderFunctions } from "./order.mjs";
import { split } from "./split.mjs";
import { wasmOpt } from "./wasm.mjs";

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
].join("; ");

/**
 * What the page can start without: rooms of the engine and views that a visitor comes to later. Part of a function's
 * name is enough; so are the names of types it was made for.
 */
const LATE = [
  "base64::",
  "contributor_insights",
  "expiry_board::Expiries>::board",
  "expiry_dots::Journeys>::dots",
  "hashrange_dax",
  "hashrange_engine::admission::",
  "hashrange_engine::background::",
  "hashrange_engine::expiry::Scanner",
  "hashrange_engine::followers",
  "hashrange_engine::heat",
  "hashrange_engine::key_use",
  "hashrange_engine::lineage",
  "hashrange_engine::operation::batch_",
  "hashrange_engine::operation::continuous_backups",
  "hashrange_engine::operation::delete_scaling",
  "hashrange_engine::operation::deregister",
  "hashrange_engine::operation::describe_limits",
  "hashrange_engine::operation::describe_scal",
  "hashrange_engine::operation::describe_stream",
  "hashrange_engine::operation::execute_",
  "hashrange_engine::operation::get_records",
  "hashrange_engine::operation::get_resource_policy",
  "hashrange_engine::operation::get_shard_iterator",
  "hashrange_engine::operation::legacy::comparison",
  "hashrange_engine::operation::list_streams",
  "hashrange_engine::operation::list_tags",
  "hashrange_engine::operation::metrics_by_table",
  "hashrange_engine::operation::put_scaling",
  "hashrange_engine::operation::register",
  "hashrange_engine::operation::tag",
  "hashrange_engine::operation::transact",
  "hashrange_engine::operation::untag",
  "hashrange_engine::operation::update_t",
  "hashrange_engine::read::",
  "hashrange_engine::record_view",
  "hashrange_engine::settings::",
  "hashrange_engine::statement",
  "hashrange_engine::stream::",
  "hashrange_engine::tokens::",
  "hashrange_engine::violations",
  "hashrange_expression::",
  "hashrange_insight::build_cells",
  "hashrange_insight::expiry_board",
  "hashrange_insight::expiry_dots::never",
  "hashrange_insight::fan_out",
  "hashrange_insight::hot_keys",
  "hashrange_insight::image_diff",
  "hashrange_insight::index_build",
  "hashrange_insight::index_lag",
  "hashrange_insight::stream_board",
  "hashrange_insight::throttles",
  "hashrange_journal::share",
  "hashrange_partiql",
  "hashrange_store::split_point",
  "hashrange_web::components::code_area",
  "hashrange_web::state::collection_layout",
  "hashrange_web::state::csv_import",
  "hashrange_web::state::design_form",
  "hashrange_web::state::item_form",
  "hashrange_web::state::json_draft",
  "hashrange_web::state::query_form",
  "hashrange_web::state::strip_labels",
  "hashrange_web::views::attribute_picker",
  "hashrange_web::views::collections",
  "hashrange_web::views::design",
  "hashrange_web::views::expiry",
  "hashrange_web::views::fan_out",
  "hashrange_web::views::fields",
  "hashrange_web::views::import",
  "hashrange_web::views::index_build",
  "hashrange_web::views::item_editor",
  "hashrange_web::views::json_pane",
  "hashrange_web::views::live_table",
  "hashrange_web::views::query",
  "hashrange_web::views::stale_read",
  "hashrange_web::views::stream",
  "hashrange_wire::constraint::echo",
  "hashrange_wire::constraint::types",
  "hashrange_wire::error",
  "hashrange_wire::json::item::",
  "hashrange_wire::json::request::batch",
  "hashrange_wire::json::request::legacy::expected",
  "hashrange_wire::json::request::policy",
  "hashrange_wire::json::request::scaling",
  "hashrange_wire::json::request::setting",
  "hashrange_wire::json::request::statement",
  "hashrange_wire::json::request::stream",
  "hashrange_wire::json::request::transact",
  "hashrange_wire::json::request::update_table",
  "hashrange_wire::json::response::",
  "hashrange_wire::json::setting_response",
  "hashrange_wire::json::table_response",
  "hashrange_wire::shape::batch",
  "hashrange_wire::shape::capacity",
  "hashrange_wire::shape::legacy",
  "hashrange_wire::shape::table_settings",
  "hashrange_wire::shape::transact",
  "hashrange_workload::import",
  "stream_board::Reads>::board",
];
/** What bears such a name and is wanted at once: a test of the page says when something is missing here. */
const AT_ONCE = [
  // Small pieces that many share, made one by the compiler, under the name of any of them.
  /drop_in_place|raw_vec::RawVec|slice_insert|move_to_slice|node::(NodeRef|LeafNode|InternalNode)|map_fold/,
  /Vec<.*>>::(push|reserve)$|BTreeMap<.*(pop_first|remove|Drop>::drop)|Agenda<|query::editor::Editor>::read/,
  /WarmThroughput> as core::cmp|legacy::Condition>> as core::clone|endpoint::dials|Erased>::into_inner/,
  /as core::any::Any>::type_id|IsDisposed>::|::update_if_necessary|::try_read_untracked|::mount_any/,
  // The first page of items, written, read and charged.
  /engine::read::(sweep::Sweep>::read|page::|target::)|expression::scope|item_checks::paths|admission::pay/,
  /background::(propagation|perform)|stream::StreamName/,
  /query::banner|query::filter_row::__component_operand::|fields::chip|import::Desk>::new::\{closure#1\}|item_editor::desk::Desk>::node/,
  /collections::group::member_row::\{closure#6\}|collections::desk::(Cost>|Looking>::new::\{closure#4\})/,
  // The editor's dialog stands in the page from the start, closed.
  /__component_opened::\{closure#0\}>|__component_request_pane::\{closure#3\}::|__component_item_editor|item_editor::(ItemEditor|EditorTarget)/,
];
/** Functions that stay functions of their own, so that they can be late. */
const NOT_INLINED = ["*::operation::*::perform", "*::json::request::*"];

function isLate(name) {
  // Names carry the crates' hashes in brackets.
  const plain = name.replace(/\[[0-9a-f]+\]/g, "");
  return LATE.some((part) => plain.includes(part)) && !AT_ONCE.some((pattern) => pattern.test(plain));
}

const staging = process.env.TRUNK_STAGING_DIR;
const pagePath = join(staging, "index.html");
let page = readFileSync(pagePath, "utf8");

const wasm = /data-wasm="([^"]+)"/.exec(page);
if (!wasm) throw new Error("index.html has no script tag with a data-wasm attribute; see pattern_script in Trunk.toml");
// Trunk's live reload is an inline script with a web socket, so a page that carries it gets no policy.
const liveReload = page.includes("__TRUNK_WS_BASE__");
const release = process.env.TRUNK_PROFILE === "release" && !liveReload;
if (release) {
  const first = join(staging, wasm[1]);
  const late = wasm[1].replace(/_bg\.wasm$/, "_late.wasm");
  wasmOpt(...NOT_INLINED.map((pattern) => `--no-inline=${pattern}`), "-Oz", "-g", first, "-o", first);
  split(first, join(staging, late), isLate);
  orderFunctions(first);
  orderFunctions(join(staging, late));
  page = page.replace('data-late=""', `data-late="${late}"`);
}
page = page.replace('data-bytes=""', `data-bytes="${statSync(join(staging, wasm[1])).size}"`);

// Browsers ignore a digest on the preload of a fetch, and Chromium says so on the console of every visit.
page = page.replace(/<link rel="preload"[^>]*\sas="fetch"[^>]*>/g, (tag) => tag.replace(/\sintegrity="[^"]*"/, ""));

if (release) {
  if (/<script(?![^>]*\bsrc=)[^>]*>/.test(page)) throw new Error("the page has an inline script, which the policy would block");
  if (/\sstyle="/.test(page)) throw new Error("the page has an inline style, which the policy would block");
  const charset = /<meta charset="utf-8"\s*\/?>/;
  if (!charset.test(page)) throw new Error("index.html must open with its charset; the policy is written after it");
  page = page.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}
writeFileSync(pagePath, page);
