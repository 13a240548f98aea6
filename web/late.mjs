// Which functions the page can start without: those that did not run at the first look at the page. A profile for each
// section, `first-look-<section>.txt`, decides what goes into the second WebAssembly file (split.mjs).
// `node web/first-look.mjs` writes it after a release build. A function that the profile does not know stays in the
// first file. A function that it assigns wrongly is fetched when it is called. An old profile costs bytes or time, but
// changes no result.

import { readFileSync } from "node:fs";

/** The sections of the page (web/src/section.rs). Each has its own files. */
export const SECTIONS = ["learn", "workbench"];

/** The address of a section's profile. */
export const profile = (section) => new URL(`first-look-${section}.txt`, import.meta.url);

/** Functions that are not inlined, so that they can be in a later file. */
const NOT_INLINED = ["*::operation::*::perform", "*::json::request::*"];
/**
 * The largest function that wasm-opt inlines into its only caller. A larger one can be in a later file by itself, and
 * compresses better.
 */
const INLINED = 12;

/**
 * The options of wasm-opt that reduce the code size. Nothing is stored below address 1024, where the stack ends, so
 * loads and stores may use small offsets.
 */
export const SMALLER = [
  ...NOT_INLINED.map((pattern) => `--no-inline=${pattern}`),
  "--low-memory-unused",
  `--one-caller-inline-max-function-size=${INLINED}`,
  "-Oz",
  "-g",
];

/**
 * A function's name in the profile: FNV-1a of the name without the crates' hashes, which change with the compiler. The
 * numbers of closures and of functions with the same name are also omitted, because they change with their neighbours.
 * If a function runs, all functions with the same mark stay in the first file.
 */
export function mark(name) {
  const lasting = name.replace(/\[[0-9a-f]+\]/g, "").replace(/closure#\d+/g, "closure").replace(/\.\d+$/, "");
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(lasting)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * Functions that only some visitors use. The engine loads these functions, and those that only they call, when it calls
 * one.
 */
const RARE = [
  // The page compares the parts of the stage that a lesson shows.
  /^<?hashrange_lesson::(?!lesson::Part\b)/,
  /^<?hashrange_host::(lesson|call|remote|files)::/,
  // A lesson in the engine: its commands, and the saved state with which a workspace of a lesson opens.
  /^<hashrange_host::host::Host<.*>>::(lesson|play|take_up_lesson)::/,
  /^<hashrange_protocol::lesson::(Task|Goal|Focus|Ending|Outcome|LessonFile) as serde_core::de::Deserialize>::deserialize::<&mut serde_json::/,
  // Calls: each is requested in a view that waits for this part.
  /^<hashrange_host::host::Host<.*>>::(run_call|hand_in|judge\w*|done|alone|goes_on|progress|stop_call|call|ask|scan|list_tables|describe|connect|load_more|request_remote|post_refused|follow_effect|reload_\w+|remote_facts|allow_writes|copy|drive|workspace_of|answer_here|send_there|design_check|items_file|tables_file|make_tables|make_each|create|put|do_request|do_text|import_part)\b/,
  /^<?hashrange_(assignment|copy|signing)::/,
  /^<?hashrange_files::(tables|workbench|proposal|items::csv_writer)::/,
  /^<?(sha2::|hmac::|ryu::|hcl_|winnow|pratt|vecmap)/,
  /^<?hashrange_protocol::call::/,
  /^<?hashrange_dax::accelerator::/,
  // Records of a version with other rules.
  /^<?hashrange_endpoint::(reconcile|body_items|differences::Difference\b)/,
  /^<hashrange_endpoint::replay::Replayed>::reconcile_with/,
  /^hashrange_endpoint::outcome::(said|read_change)/,
  /^<hashrange_engine::service::engine::Engine>::(put_back|put_back_table|take_table_away)$/,
  /^hashrange_engine::service::operation::(backup|batch_execute_statement|execute_statement|execute_transaction|restore|search_vectors)::/,
  /^hashrange_engine::service::operation::(\w+_(resource_policy|scal\w+|contributor_insights)|(un)?tag_resource|list_tags_of_resource)::/,
  /^<?hashrange_engine::service::operation::(transact\w*|batch_(get|write)_item|describe_stream|get_records|get_shard_iterator|list_streams)::/,
  // The types of outcomes stay in the first file: the page reads them.
  /^<?hashrange_trial::(anew|counter|equality|halve|make|making|plan|printed|remedy|reshape|sentence|side|subject|trial|words)::/,
  /^<?hashrange_trial::(advice::(Advising|advice|candidates|of_)|preview::(preview|of_|leave_out))/,
  /^<?hashrange_host::trials?::/,
  // Links: writing and reading them, and replaying the past.
  /^<?hashrange_link::/,
  /^<hashrange_host::host::Host<.*>>::(make_link|open_link|replay_link|note_bytes|untouched|open_read)\b/,
  /^<hashrange_host::workspace::Workspace>::link\b/,
  /^core::ptr::drop_in_place::<(hashrange_link::|<hashrange_host::host::Host<.*>>::(make_link|open_link|replay_link|open_read)::)/,
  /^<hashrange_endpoint::(timeline::Timeline<.*>>::(past|replay_again|unbegun|beginning_of_journal)|present::Present<.*>>::apply_new|replay::Replayed>::apply_new)\b/,
  // Views that wait for this part (web/src/rare.rs), and their helpers. The patterns match the start of a name.
  // Identical functions of other crates for several views are merged, and the result can have the name of any of them.
  /^<*hashrange_web::views::import::(choose|columns|plan|preview|summary|run::(begin|hand_over|part_of|wanted))\b/,
  /^<*hashrange_web::views::lesson::(drag|ending|foot|goal|keys|predict|runner|words|navigation|__component_(head|lesson_panel|step_page))/,
  /^<*hashrange_web::views::(assignment::|remote::|files::(save|open_tables|progress)::|lesson_file::(__component_lesson_file_editor|mark|state))/,
  /^<*hashrange_web::(views::settings|state::table_change)::/,
  /^<*hashrange_web::views::physics::(accelerator|setting|words|__component_(setting_group|physics_panel)|preset_note|throttling_note)/,
  /^<*hashrange_web::views::workspaces::(bin|storage|row|__component_workspaces_list)/,
  /^<*hashrange_web::views::trial::(changes|fields|outcome|reason)::/,
  /^<*hashrange_web::views::share::(panel|view|words)::/,
  /^<*hashrange_web::(views::embed::frame|framed::parent_page)::/,
  /^<hashrange_web::(state::saved_state::SavedState>::only|session::Session>::saved_parts|lessons::Lessons>::link)$/,
  /^<core::option::Option<hashrange_web::lessons::Lessons>>::and_then::<hashrange_web::lessons::link::Link,/,
  /^<?reactive_graph::effect::.*hashrange_web::views::(embed::frame|share::panel)::/,
  /^<?leptos::children::.*hashrange_web::views::(import::(columns|plan|preview)|lesson::(drag|ending|foot|goal|predict|runner|words)|physics::(accelerator|setting|__component_physics_panel)|trial::(changes|reason)|share::panel|embed::frame|settings::\w+::__component|workspaces::(bin|row|__component_workspaces_list))/,
  /^<*hashrange_web::state::csv_import::(check|draft|new_table|preview|proposal|source)::/,
  /^<*hashrange_web::state::trial::(TrialForm|offers|chain|decisive)/,
];

/** Types whose code is rare wherever they occur in a name: other crates' code, generated for types of these crates only. */
const RARE_TYPES =
  /hcl_edit|hcl_primitives|winnow|hashrange_(assignment|copy|signing)::|hashrange_files::(tables|workbench)|hashrange_protocol::call|hashrange_web::views::(remote|assignment|settings|files::(save|open_tables|progress))::/;

/** Closures below this size, in bytes, often do the same. wasm-opt merges them under the name of one of them. */
const ALIKE = 200;

/** Returns whether a function, by its name and its size in bytes, goes into the third file. */
export function isRare(name, size) {
  const plain = name.replace(/\[[0-9a-f]+\]/g, "");
  if (/ as core::ops::function::Fn/.test(plain) || (size < ALIKE && plain.includes("{closure"))) return false;
  return RARE.some((pattern) => pattern.test(plain)) || (size >= ALIKE && RARE_TYPES.test(plain));
}

/** Returns whether a function, by its name, goes into the second file of a section. */
export function lateness(section) {
  const idle = new Set(readFileSync(profile(section), "utf8").split("\n").filter((line) => !line.startsWith("#")));
  return (name) => idle.has(mark(name));
}
