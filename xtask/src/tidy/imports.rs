//! Imports among the files of one crate, as the compiler resolves them: through `crate::`, `self::`, `super::` and
//! names of child modules. An import through a re-export counts as one of the file that defines the name, and of every
//! file on the way that re-exports it. A file does not import the modules that contain it by their re-exports.
//!
//! Owns reading and resolving paths. Test modules are omitted. Must not know which imports are allowed.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// A module's path from the root of its crate.
type Path = Vec<String>;

/// The maximum number of re-exports followed for one name.
const DEEPEST: u32 = 12;

#[derive(Default)]
struct Module {
    /// The file that contains it.
    file: usize,
    /// Names that it defines.
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths in its code with at least two names.
    paths: Vec<Path>,
}

struct Import {
    /// From the root of the crate.
    path: Path,
    /// Its name here; `None` for a glob.
    name: Option<String>,
    /// Whether it re-exports the name.
    public: bool,
}

/// A crate's modules.
#[derive(Default)]
struct Modules(BTreeMap<Path, Module>);

/// The files that each file imports, by index in `files`. Each element is a path below `src` with its text. A file that
/// cannot be parsed as Rust imports nothing, and neither does the program of a library.
pub(super) fn imports(files: &[(&str, &str)]) -> BTreeSet<(usize, usize)> {
    let mut modules = Modules::default();
    let mut tests: Vec<Path> = Vec::new();
    let is_library = files.iter().any(|(path, _)| *path == "lib.rs");
    for (number, (path, text)) in files.iter().enumerate() {
        // A program is another crate.
        if is_library && *path == "main.rs" {
            continue;
        }
        let Ok(parsed) = syn::parse_file(text) else { continue };
        modules.read(number, &module_of(path), &parsed.items, &mut tests);
    }
    modules
        .0
        .retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
    modules.edges()
}

/// `engine/write.rs` is the module `engine::write`, and `mod.rs` is the module of its folder.
fn module_of(path: &str) -> Path {
    let mut names: Path = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    let root = names.len() == 1 && matches!(names.first().map(String::as_str), Some("lib" | "main"));
    if root || names.last().is_some_and(|last| last == "mod") {
        names.pop();
    }
    names
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|inner| inner.is_ident("test"))
    })
}

impl Modules {
    fn read(&mut self, file: usize, at: &Path, items: &[Item], tests: &mut Vec<Path>) {
        let mut module = Module {
            file,
            ..Module::default()
        };
        let mut inner = Vec::new();
        for item in items {
            match item {
                Item::Mod(one) => {
                    let path = [at.as_slice(), &[one.ident.to_string()]].concat();
                    if is_test(&one.attrs) {
                        tests.push(path);
                    } else if let Some((_, items)) = &one.content {
                        inner.push((path, items));
                    }
                }
                Item::Use(one) if !is_test(&one.attrs) => {
                    let public = !matches!(one.vis, syn::Visibility::Inherited);
                    flatten(&one.tree, at, &mut Vec::new(), &mut |path, name| {
                        module.imports.push(Import { path, name, public });
                    });
                }
                other => {
                    module.items.extend(name_of(other));
                    let mut code = Code(&mut module.paths);
                    code.visit_item(other);
                }
            }
        }
        self.0.insert(at.clone(), module);
        for (path, items) in inner {
            self.read(file, &path, items, tests);
        }
    }

    fn edges(&self) -> BTreeSet<(usize, usize)> {
        let mut edges = BTreeSet::new();
        for (at, module) in &self.0 {
            let imported = module
                .imports
                .iter()
                .filter(|import| !import.public)
                .map(|import| import.path.clone());
            let named = module.paths.iter().filter_map(|path| self.absolute(at, path));
            for path in imported.chain(named) {
                let Some((file, through)) = self.definition(&path, 0) else {
                    continue;
                };
                let passed = through.into_iter().filter(|through| !at.starts_with(through));
                let passed = passed
                    .filter_map(|through| self.0.get(through))
                    .map(|through| through.file);
                edges.extend(passed.chain([file]).map(|file| (module.file, file)));
            }
        }
        edges.retain(|(from, to)| from != to);
        edges
    }

    /// A path in the code of a module, from the root of the crate. `None` for a path out of the crate.
    fn absolute(&self, at: &Path, path: &Path) -> Option<Path> {
        let first = path.first()?;
        if matches!(first.as_str(), "crate" | "self" | "super") {
            return rooted(at, path);
        }
        let child = [at.as_slice(), std::slice::from_ref(first)].concat();
        if self.0.contains_key(&child) {
            return Some([at.as_slice(), path].concat());
        }
        let import = self
            .0
            .get(at)?
            .imports
            .iter()
            .find(|import| import.name.as_ref() == Some(first))?;
        Some([import.path.as_slice(), path.get(1..)?].concat())
    }

    /// The file that defines the target of a path, and the modules that re-export it on the way. `None` for a module,
    /// and for names of other crates.
    fn definition(&self, path: &[String], depth: u32) -> Option<(usize, Vec<&Path>)> {
        let mut at = Path::new();
        for (place, name) in path.iter().enumerate() {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            let (own, module) = self.0.get_key_value(&at)?;
            if module.items.contains(name) {
                return Some((module.file, Vec::new()));
            }
            if depth > DEEPEST {
                return None;
            }
            let rest = path.get(place..)?;
            let by_name = module
                .imports
                .iter()
                .filter(|import| import.name.as_ref() == Some(name));
            let through = by_name.map(|import| [import.path.as_slice(), rest.get(1..).unwrap_or_default()].concat());
            let globs = module.imports.iter().filter(|import| import.name.is_none());
            let by_glob = globs.map(|import| [import.path.as_slice(), rest].concat());
            let (file, mut through) = through
                .chain(by_glob)
                .find_map(|path| self.definition(&path, depth + 1))?;
            through.push(own);
            return Some((file, through));
        }
        None
    }
}

/// Replaces `crate`, `self` and `super` at the start. `None` for any other path.
fn rooted(at: &[String], path: &[String]) -> Option<Path> {
    let (mut base, mut rest) = match path.first()?.as_str() {
        "crate" => (Path::new(), path.get(1..)?),
        "self" => (at.to_vec(), path.get(1..)?),
        "super" => (at.to_vec(), path),
        _ => return None,
    };
    while let Some((_, tail)) = rest.split_first().filter(|(name, _)| *name == "super") {
        base.pop();
        rest = tail;
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// Reports each path of a `use`, from the root of the crate, with its name here.
fn flatten(tree: &UseTree, at: &Path, before: &mut Path, found: &mut impl FnMut(Path, Option<String>)) {
    let mut hand = |path: &[String], name: Option<String>| {
        // A path without these words leads to a child module, or out of the crate.
        let path = rooted(at, path).unwrap_or_else(|| [at.as_slice(), path].concat());
        found(path, name);
    };
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, at, before, found);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, at, before, found)),
        UseTree::Glob(_) => hand(before, None),
        UseTree::Name(name) if name.ident == "self" => hand(before, before.last().cloned()),
        UseTree::Name(name) => {
            let path = [before.as_slice(), &[name.ident.to_string()]].concat();
            hand(&path, Some(name.ident.to_string()));
        }
        UseTree::Rename(name) => {
            let path = [before.as_slice(), &[name.ident.to_string()]].concat();
            hand(&path, Some(name.rename.to_string()));
        }
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(one) => &one.ident,
        Item::Enum(one) => &one.ident,
        Item::Fn(one) => &one.sig.ident,
        Item::Static(one) => &one.ident,
        Item::Struct(one) => &one.ident,
        Item::Trait(one) => &one.ident,
        Item::TraitAlias(one) => &one.ident,
        Item::Type(one) => &one.ident,
        Item::Union(one) => &one.ident,
        Item::Macro(one) => one.ident.as_ref()?,
        _ => return None,
    };
    Some(name.to_string())
}

/// Collects paths with at least two names from code.
struct Code<'a>(&'a mut Vec<Path>);

impl<'a> Visit<'a> for Code<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Path = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.0.push(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, code: &'a syn::Macro) {
        // The tokens of a macro are not parsed. Everything that looks like a path from the root counts as one.
        let text = code.tokens.to_string().replace(" :: ", "::");
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':');
        let paths = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
        self.0
            .extend(paths.map(|path| path.split("::").map(str::to_owned).collect::<Path>()));
        visit::visit_macro(self, code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<(usize, usize)> {
        imports(files).into_iter().collect()
    }

    #[test]
    fn an_import_through_a_re_export_is_one_of_the_file_that_defines_the_name() {
        let files = [
            ("lib.rs", "mod table;\nmod write;\npub use table::Table;"),
            ("table.rs", "pub struct Table;"),
            ("write.rs", "use crate::Table;\nuse std::fmt;\nfn write(_: &Table) {}"),
        ];
        assert_eq!(of(&files), [(2, 1)]);
    }

    #[test]
    fn an_import_through_a_re_export_is_one_of_the_file_that_re_exports_the_name() {
        let files = [
            ("lib.rs", "mod options;\nmod relay;\npub use relay::RelayOptions;"),
            (
                "options.rs",
                "use crate::relay::RelayOptions;\npub struct Bounds;\nfn of(_: RelayOptions) {}",
            ),
            (
                "relay.rs",
                "mod options;\npub use options::RelayOptions;\nuse crate::options::Bounds;",
            ),
            ("relay/options.rs", "pub struct RelayOptions;"),
            ("main.rs", "use x::RelayOptions;\nfn main() {}"),
        ];
        assert_eq!(of(&files), [(1, 2), (1, 3), (2, 1)]);
    }

    #[test]
    fn a_parent_may_hand_its_children_on_and_a_child_does_not_import_it() {
        let files = [
            (
                "read/mod.rs",
                "mod page;\npub use page::Page;\npub const MOST: u32 = 1;\nuse page::size;",
            ),
            ("read/page.rs", "use super::MOST;\npub struct Page;\npub fn size() {}"),
            (
                "read/other.rs",
                "use super::page;\nfn other() -> page::Page { page::size() }",
            ),
        ];
        assert_eq!(of(&files), [(0, 1), (1, 0), (2, 1)]);
    }

    #[test]
    fn tests_and_other_crates_are_left_out() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            ("a.rs", "pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }"),
            (
                "b.rs",
                "use serde::a::A as Other;\npub struct B(crate::a::A);\nfn f() { assert!(crate::a::A == 1); }",
            ),
        ];
        assert_eq!(of(&files), [(2, 1)]);
    }
}
