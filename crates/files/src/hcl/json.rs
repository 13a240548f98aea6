//! The tree of a file in Terraform's JSON syntax, where texts are templates and lists stand for several blocks
//! (developer.hashicorp.com/terraform/language/syntax/json).
//!
//! Must not know what the names mean, except how many labels each kind of block has.

use std::borrow::Cow;

use hashrange_wire::{JsonContent, JsonTree};

use super::cursor::Cursor;
use super::tree::{Attribute, Block, Body, Expression, Form, Key, Part, Piece};

/// The kinds of blocks that are read or named, with their numbers of labels.
pub(crate) const KINDS: [(&str, usize); 5] = [
    ("resource", 2),
    ("data", 2),
    ("variable", 1),
    ("locals", 0),
    ("module", 1),
];

/// Says whether a member of a resource is a block.
type IsBlock<'b> = &'b dyn Fn(&str) -> bool;

/// The body of a file. `is_block` says which members of its resources are blocks; the others are attributes.
pub(crate) fn of_json<'t>(file: &'t JsonTree, is_block: IsBlock<'_>) -> Body<'t> {
    let mut body = Body::default();
    for tree in each(file) {
        if !matches!(tree.content, JsonContent::Object(_)) {
            let (name, value) = ("the file", expression(tree));
            body.parts.push(Part::Attribute(Attribute { name, value }));
        }
        for (name, member) in tree.members() {
            let Some((kind, labels)) = KINDS.iter().find(|(kind, _)| kind == name) else {
                continue;
            };
            let is_block: IsBlock<'_> = if *kind == "resource" { is_block } else { &|_| false };
            add_blocks(&mut body, (name, member), *labels, &[], is_block);
        }
    }
    body
}

/// Adds the blocks of a member, whose labels are the names of nested members.
fn add_blocks<'t>(
    body: &mut Body<'t>,
    (name, tree): (&'t str, &'t JsonTree),
    labels: usize,
    before: &[Cow<'t, str>],
    is_block: IsBlock<'_>,
) {
    for tree in each(tree) {
        let is_object = matches!(tree.content, JsonContent::Object(_) | JsonContent::Null);
        if before.len() == labels || !is_object {
            body.parts.push(part(name, tree, before.to_vec(), is_block));
            continue;
        }
        for (label, member) in tree.members() {
            let label = Cow::Borrowed(label.as_str());
            let labels_so_far: Vec<Cow<'t, str>> = before.iter().cloned().chain([label]).collect();
            add_blocks(body, (name, member), labels, &labels_so_far, is_block);
        }
    }
}

/// A block, or an attribute if the value is no object and has no labels. With labels, it is a block, which is empty then.
fn part<'t>(name: &'t str, tree: &'t JsonTree, labels: Vec<Cow<'t, str>>, is_block: IsBlock<'_>) -> Part<'t> {
    if labels.is_empty() && !matches!(tree.content, JsonContent::Object(_)) {
        let value = expression(tree);
        return Part::Attribute(Attribute { name, value });
    }
    let mut body = Body::default();
    for (name, member) in tree.members() {
        match name.as_str() {
            // A comment.
            "//" => {}
            "dynamic" => add_blocks(&mut body, (name, member), 1, &[], is_block),
            _ if is_block(name) => add_blocks(&mut body, (name, member), 0, &[], is_block),
            _ => body.parts.push(Part::Attribute(Attribute {
                name,
                value: expression(member),
            })),
        }
    }
    Part::Block(Block {
        line: tree.line,
        name,
        labels,
        body,
    })
}

/// The elements of a list; any other value stands for itself.
fn each(tree: &JsonTree) -> &[JsonTree] {
    match &tree.content {
        JsonContent::List(elements) => elements,
        _ => std::slice::from_ref(tree),
    }
}

fn expression(tree: &JsonTree) -> Expression<'_> {
    let form = match &tree.content {
        JsonContent::Null => Form::Null,
        JsonContent::Bool(truth) => Form::Bool(*truth),
        JsonContent::Number(digits) => Form::Number(digits.clone()),
        JsonContent::Text(text) => return template(text, tree.line),
        JsonContent::List(elements) => Form::List(elements.iter().map(expression).collect()),
        JsonContent::Object(members) => {
            let member = |(name, member)| (Key::Computed(template(name, tree.line)), expression(member));
            Form::Object(members.iter().map(|(name, value)| member((name, value))).collect())
        }
    };
    Expression {
        line: tree.line,
        text: "",
        form,
    }
}

/// A text as a template. One that is not HCL has a value that nobody knows, so that only what contains it is refused.
fn template(text: &str, line: usize) -> Expression<'_> {
    let pieces = Cursor::new(text).template();
    let form = Form::Template(pieces.unwrap_or_else(|_| vec![Piece::Other]));
    Expression { line, text, form }
}
