// Which functions the page can start without: those that did not run when the page was looked at for the first time. What
// goes into the second WebAssembly file (split.mjs) is decided by a profile for each door, `first-look-<door>.txt`, which
// `node web/first-look.mjs` writes anew after a release build. A function the profile does not know stays in the first
// file, and one it knows wrongly is fetched when it is called: an old profile costs bytes or a moment, never a result.

import { readFileSync } from "node:fs";

/** The doors of the page (web/src/door.rs): each has files of its own. */
export const DOORS = ["learn", "workbench"];

/** Where the profile of a door is. */
export const profile = (door) => new URL(`first-look-${door}.txt`, import.meta.url);

/** Functions that stay functions of their own, so that they can be late. */
const NOT_INLINED = ["*::operation::*::perform", "*::json::request::*"];
/** The largest function that goes into its only caller; a larger one can be late by itself, and packs better. */
const INLINED = 12;

/**
 * How wasm-opt makes the code small. Nothing is ever below address 1024, where the stack ends, so that small offsets may go
 * into loads and stores.
 */
export const SMALLER = [
  ...NOT_INLINED.map((pattern) => `--no-inline=${pattern}`),
  "--low-memory-unused",
  `--one-caller-inline-max-function-size=${INLINED}`,
  "-Oz",
  "-g",
];

/**
 * A function's name as the profile keeps it: FNV-1a of the name without the crates' hashes, which change with the compiler,
 * and without the numbers of closures and of functions of one name, which change with their neighbours. One that runs keeps all
 * of its name in the first file.
 */
export function mark(name) {
  const lasting = name.replace(/\[[0-9a-f]+\]/g, "").replace(/closure#\d+/g, "closure").replace(/\.\d+$/, "");
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(lasting)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** What only some visitors ever use. The engine loads these functions when it calls one, with whatever only they call. */
const RARE = [
  // The page compares the parts of the stage that a lesson shows.
  /^<?hashrange_lesson::(?!lesson::Part\b)/,
  /^<?hashrange_host::(lesson|errand|remote|files)::/,
  // Errands: every one is asked for in a view that waits for this part.
  /^<hashrange_host::host::Host<.*>>::(run_errand|hand_in|judge\w*|done|alone|goes_on|progress|stop_errand|call|ask|scan|list_tables|describe|connect|load_more|request_remote|post_refused|follow_effect|reload_\w+|remote_facts|allow_writes|copy|drive|workspace_of|answer_here|send_there|design_check|items_file|tables_file|make_tables|create|put_batch|do_request|do_text)\b/,
  /^<?hashrange_(assignment|copy|signing)::/,
  /^<?hashrange_files::(tables|workbench|proposal|items::csv_writer)::/,
  /^<?(sha2::|hmac::|ryu::|hcl_|winnow|pratt|vecmap)/,
  /^<?hashrange_protocol::errand::/,
  /^<?hashrange_dax::accelerator::/,
  // Records of a version with other rules.
  /^<?hashrange_endpoint::(settle|spelled|differences::Difference\b)/,
  /^<hashrange_endpoint::replay::Replayed>::hold_to/,
  /^hashrange_endpoint::outcome::(said|read_change)/,
  /^<hashrange_engine::service::engine::Engine>::(put_back|put_back_table|take_table_away)$/,
  /^hashrange_engine::service::operation::(backup|batch_execute_statement|execute_statement|execute_transaction|restore|search_vectors)::/,
  /^hashrange_engine::service::operation::(\w+_(resource_policy|scal\w+|contributor_insights)|(un)?tag_resource|list_tags_of_resource)::/,
  /^<?hashrange_engine::service::operation::(transact\w*|batch_(get|write)_item|describe_stream|get_records|get_shard_iterator|list_streams)::/,
  // What outcomes are made of stays: the page reads it.
  /^<?hashrange_trial::(anew|counter|equality|halve|make|making|plan|printed|remedy|reshape|sentence|side|subject|trial|words)::/,
  /^<?hashrange_trial::(advice::(Advising|advice|candidates|of_)|preview::(preview|of_|leave_out))/,
  /^<?hashrange_host::trials?::/,
  // Links: how they are written and read, and the past that is done again.
  /^<?hashrange_link::/,
  /^<hashrange_host::host::Host<.*>>::(make_link|open_link|done_again|note_bytes|untouched|open_read)\b/,
  /^<hashrange_host::workspace::Workspace>::link\b/,
  /^core::ptr::drop_in_place::<(hashrange_link::|<hashrange_host::host::Host<.*>>::(make_link|open_link|done_again|open_read)::)/,
  /^<hashrange_endpoint::(timeline::Timeline<.*>>::(past|do_again|unbegun|beginning_of_journal)|present::Present<.*>>::take_anew|replay::Replayed>::take_anew)\b/,
  // Views that wait for it (web/src/rare.rs), and what only they work with. Names begin with them: functions of other crates that
  // are made for several views are one function in the end, which has the name of any of them.
  /^<*hashrange_web::views::import::(choose|columns|plan|preview|summary)::/,
  /^<*hashrange_web::views::lesson::(drag|ending|foot|goal|keys|predict|runner|told|ways|__component_(head|lesson_panel|step_page))/,
  /^<*hashrange_web::views::(assignment::|remote::|files::(save|open_tables|progress)::|lesson_file::(__component_lesson_file_editor|mark|state))/,
  /^<*hashrange_web::views::physics::(accelerator|dial|words|__component_(dial_group|physics_panel)|preset_note|throttling_note)/,
  /^<*hashrange_web::views::workspaces::(bin|room|row|__component_workspaces_list)/,
  /^<*hashrange_web::views::trial::(changes|fields|outcome|told)::/,
  /^<*hashrange_web::views::share::(panel|view|words)::/,
  /^<*hashrange_web::(views::embed::frame|framed::around)::/,
  /^<hashrange_web::(state::papers::Papers>::only|session::Session>::some_papers|lessons::Lessons>::link)$/,
  /^<core::option::Option<hashrange_web::lessons::Lessons>>::and_then::<hashrange_web::lessons::link::Link,/,
  /^<?reactive_graph::effect::.*hashrange_web::views::(embed::frame|share::panel)::/,
  /^<?leptos::children::.*hashrange_web::views::(import::(columns|plan|preview)|lesson::(drag|ending|foot|goal|predict|runner|told)|physics::(accelerator|dial|__component_physics_panel)|trial::(changes|told)|share::panel|embed::frame|workspaces::(bin|row|__component_workspaces_list))/,
  /^<*hashrange_web::state::csv_import::(check|draft|new_table|preview)::/,
  /^<*hashrange_web::state::trial::(TrialForm|offers|chain|decisive)/,
];

/** What is rare wherever a name has it: code that other crates make for types of these crates alone. */
const RARE_TYPES =
  /hcl_edit|hcl_primitives|winnow|hashrange_(assignment|copy|signing)::|hashrange_files::(tables|workbench)|hashrange_protocol::errand|hashrange_web::views::(remote|assignment|files::(save|open_tables|progress))::/;

/** Closures below this size, in bytes, often do the same: wasm-opt makes one of them, with the name of any. */
const ALIKE = 200;

/** Returns whether a function, by its name and its size in bytes, goes into the third file. */
export function isRare(name, size) {
  const plain = name.replace(/\[[0-9a-f]+\]/g, "");
  if (/ as core::ops::function::Fn/.test(plain) || (size < ALIKE && plain.includes("{closure"))) return false;
  return RARE.some((pattern) => pattern.test(plain)) || (size >= ALIKE && RARE_TYPES.test(plain));
}

/** Returns whether a function, by its name, goes into the second file of a door. */
export function lateness(door) {
  const idle = new Set(readFileSync(profile(door), "utf8").split("\n").filter((line) => !line.startsWith("#")));
  return (name) => idle.has(mark(name));
}
