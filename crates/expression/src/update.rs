//! The update: a parsed update expression with its values, ready to apply to items.
//!
//! Owns the compiled actions and their order of checks. `evaluate/update.rs` applies them. Must not know key schemas:
//! the caller checks that keys do not change.

use hashrange_values::{AttributeValue, Map, Path, Text};

use crate::check::{Meanings, check_overlaps, check_structure};
use crate::function::Function;
use crate::parser::{self, Clause, Parser, Section};
use crate::tree::{NodeId, NodeKind, Sign};
use crate::{ExpressionError, ExpressionKind, Mention, Problem, Scope, Span};

/// A list of actions on one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub(crate) actions: Vec<Action>,
    reads: Vec<Mention>,
    /// Whether the update is legacy, with one action per attribute. The service has other texts for its values of the
    /// wrong type.
    pub(crate) by_attribute: bool,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) target: Mention,
    /// The index of its clause, from 0.
    pub(crate) clause: usize,
    pub(crate) kind: ActionKind,
}

/// The change of an action at its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Stores a value.
    Set(SetValue),
    /// Removes the value.
    Remove,
    /// Adds to a number, or adds elements to a set.
    Add(AttributeValue),
    /// Removes elements from a set.
    Delete(AttributeValue),
}

/// The value that a `SET` action stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// The value at another path.
    Path(Path),
    /// A value of the request.
    Value(AttributeValue),
    /// The value at a path, or another value if the path has none.
    IfNotExists {
        /// The path.
        path: Path,
        /// The value to store if the path has none.
        otherwise: Box<SetValue>,
    },
    /// The concatenation of two lists.
    ListAppend {
        /// The elements of the first operand.
        first: Box<SetValue>,
        /// The elements that follow.
        second: Box<SetValue>,
    },
    /// A sum or difference of two numbers.
    Sum {
        /// Whether to add or to subtract.
        sign: Sign,
        /// The first number.
        left: Box<SetValue>,
        /// The second number.
        right: Box<SetValue>,
    },
}

/// The result of an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The complete item after the update.
    pub item: Map,
    /// The paths of the actions, in the written order, even if the value did not change. The service's updated
    /// attributes are these paths of the item before and after.
    pub touched: Vec<Path>,
}

/// Reads an update expression.
///
/// # Errors
/// The first problem that the service reports. The order is: size, syntax, names and functions section by section,
/// repeated sections, overlapping paths. Then follow placeholders and types from the last action to the first
/// (observed: update-check-order).
pub fn parse_update(text: &str, scope: &mut Scope<'_>) -> Result<Update, ExpressionError> {
    let mut parser = Parser::new(ExpressionKind::Update, text)?;
    let clauses = parser.update()?;
    check_sections(&parser, &clauses)?;

    let mut meanings = Meanings::new(&parser.tree);
    let mut targets = Vec::new();
    for action in clauses.iter().flat_map(|clause| &clause.actions) {
        meanings.resolve_path(&parser, scope, action.target)?;
        if let Some(path) = meanings.path(&parser.tree, action.target) {
            targets.push(Mention {
                path: path.clone(),
                span: parser.tree.span(action.target),
            });
        }
    }
    check_overlaps(&parser, &targets)?;

    let backwards = || {
        clauses
            .iter()
            .rev()
            .flat_map(|clause| clause.actions.iter().rev().map(|a| (clause.section, a)))
    };
    for (_, action) in backwards() {
        for id in action.nodes.clone() {
            meanings.resolve_path(&parser, scope, id)?;
        }
    }
    for (section, action) in backwards() {
        meanings.check_operands(&parser, scope, action.nodes.clone())?;
        meanings.check_action(&parser, section, action)?;
    }

    let mut compiler = UpdateCompiler {
        parser: &parser,
        meanings: &meanings,
        reads: Vec::new(),
    };
    match compiler.actions(&clauses, targets) {
        Some(actions) => Ok(Update {
            actions,
            reads: compiler.reads,
            by_attribute: false,
        }),
        // A checked expression always compiles.
        None => Err(parser.syntax_error()),
    }
}

/// Checks each section in the order of first appearance: its actions, and then that the section appears only once.
fn check_sections(parser: &Parser<'_>, clauses: &[Clause]) -> Result<(), ExpressionError> {
    for (at, clause) in clauses.iter().enumerate() {
        if clauses.iter().take(at).any(|earlier| earlier.section == clause.section) {
            continue;
        }
        let same = || clauses.iter().filter(|other| other.section == clause.section);
        for action in same().flat_map(|clause| &clause.actions) {
            check_structure(parser, action.nodes.clone())?;
        }
        if let Some(repeated) = same().nth(1) {
            let problem = Problem::SectionRepeated {
                section: clause.section.keyword(),
            };
            return Err(parser.error(repeated.keyword, problem));
        }
    }
    Ok(())
}

impl Update {
    /// Creates an update without an expression. Its paths must not repeat or overlap, and have no position in a text.
    pub fn new(actions: impl IntoIterator<Item = (Path, ActionKind)>) -> Self {
        let mention = |path| Mention {
            path,
            span: Span { start: 0, end: 0 },
        };
        let mut reads = Vec::new();
        let actions = actions.into_iter().map(|(path, kind)| {
            if let ActionKind::Set(value) = &kind {
                value.mention(&mut |path| reads.push(mention(path.clone())));
            }
            Action {
                target: mention(path),
                clause: 0,
                kind,
            }
        });
        let actions = actions.collect();
        Self {
            actions,
            reads,
            by_attribute: false,
        }
    }

    /// Creates a legacy update: one action for each attribute.
    pub fn of_attributes(actions: impl IntoIterator<Item = (Text, ActionKind)>) -> Self {
        let actions = actions
            .into_iter()
            .map(|(attribute, kind)| (Path::top(attribute), kind));
        Self {
            by_attribute: true,
            ..Self::new(actions)
        }
    }

    /// The paths of the actions, in the written order, with their positions in the text.
    pub fn targets(&self) -> impl Iterator<Item = &Mention> {
        self.actions.iter().map(|action| &action.target)
    }

    /// The paths that `SET` actions read, in the written order, with their positions in the text.
    pub fn reads(&self) -> impl Iterator<Item = &Mention> {
        self.reads.iter()
    }

    /// The top-level attributes of the actions, in the written order. An attribute can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.targets().map(|target| &target.path.attribute)
    }

    /// The request's values that actions store, add, or remove from a set, with their top-level attributes.
    pub fn given(&self) -> impl Iterator<Item = (&Text, &AttributeValue)> {
        self.actions
            .iter()
            .filter(|action| action.target.path.is_top())
            .filter_map(|action| match &action.kind {
                ActionKind::Set(SetValue::Value(value)) | ActionKind::Add(value) | ActionKind::Delete(value) => {
                    Some((&action.target.path.attribute, value))
                }
                ActionKind::Set(_) | ActionKind::Remove => None,
            })
    }

    /// True if an expression sets the attribute to a value that depends on the item.
    #[must_use]
    pub fn computes(&self, attribute: &str) -> bool {
        let is_computed =
            |kind: &ActionKind| matches!(kind, ActionKind::Set(value) if !matches!(value, SetValue::Value(_)));
        !self.by_attribute
            && self.actions.iter().any(|action| {
                action.target.path.is_top() && action.target.path.attribute == *attribute && is_computed(&action.kind)
            })
    }

    /// True if all actions are `REMOVE` or `DELETE`. Such an update does not create an item (observed: update-creates).
    #[must_use]
    pub fn only_clears(&self) -> bool {
        self.actions
            .iter()
            .all(|action| matches!(action.kind, ActionKind::Remove | ActionKind::Delete(_)))
    }

    /// Applies the update to an existing item. All actions read the item before the update
    /// (observed: updates-see-old-item).
    ///
    /// # Errors
    /// A value of the wrong type, a missing attribute, a path that cannot be written, or a sum out of range.
    pub fn apply(&self, item: &Map) -> Result<Applied, ExpressionError> {
        self.apply_to(item, false)
    }

    /// Applies the update to a new item with this key. Unlike on an existing item, removal inside a missing attribute
    /// is allowed (observed: update-creates).
    ///
    /// # Errors
    /// As for [`Update::apply`].
    pub fn apply_new(&self, key: &Map) -> Result<Applied, ExpressionError> {
        self.apply_to(key, true)
    }
}

impl SetValue {
    /// Recurses as deep as functions nest.
    fn mention(&self, out: &mut dyn FnMut(&Path)) {
        match self {
            Self::Path(path) => out(path),
            Self::Value(_) => {}
            Self::IfNotExists { path, otherwise } => {
                out(path);
                otherwise.mention(out);
            }
            Self::ListAppend { first, second }
            | Self::Sum {
                left: first,
                right: second,
                ..
            } => {
                first.mention(out);
                second.mention(out);
            }
        }
    }
}

struct UpdateCompiler<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
    reads: Vec<Mention>,
}

impl UpdateCompiler<'_, '_, '_> {
    fn actions(&mut self, clauses: &[Clause], targets: Vec<Mention>) -> Option<Vec<Action>> {
        let mut targets = targets.into_iter();
        let mut actions = Vec::new();
        for (clause, parsed) in clauses.iter().enumerate() {
            for action in &parsed.actions {
                let kind = self.kind(parsed.section, action)?;
                actions.push(Action {
                    target: targets.next()?,
                    clause,
                    kind,
                });
            }
        }
        Some(actions)
    }

    fn kind(&mut self, section: Section, action: &parser::ParsedAction) -> Option<ActionKind> {
        let value = |id: Option<NodeId>| Some(self.meanings.value(&self.parser.tree, id?)?.clone());
        Some(match section {
            Section::Set => ActionKind::Set(self.set_value(action.value?)?),
            Section::Remove => ActionKind::Remove,
            Section::Add => ActionKind::Add(value(action.value)?),
            Section::Delete => ActionKind::Delete(value(action.value)?),
        })
    }

    /// Recurses as deep as functions nest. A text of 4 KB allows about 200 levels.
    fn set_value(&mut self, id: NodeId) -> Option<SetValue> {
        let tree = &self.parser.tree;
        let id = tree.ungrouped(id);
        match tree.kind(id) {
            NodeKind::Arithmetic { sign, left, right } => Some(SetValue::Sum {
                sign: *sign,
                left: Box::new(self.set_value(*left)?),
                right: Box::new(self.set_value(*right)?),
            }),
            NodeKind::Call(call) => {
                let [first, second] = call.arguments.as_slice() else {
                    return None;
                };
                match call.function? {
                    Function::IfNotExists => {
                        let path = self.read(*first)?;
                        Some(SetValue::IfNotExists {
                            path,
                            otherwise: Box::new(self.set_value(*second)?),
                        })
                    }
                    Function::ListAppend => Some(SetValue::ListAppend {
                        first: Box::new(self.set_value(*first)?),
                        second: Box::new(self.set_value(*second)?),
                    }),
                    _ => None,
                }
            }
            NodeKind::Value => Some(SetValue::Value(self.meanings.value(tree, id)?.clone())),
            _ => self.read(id).map(SetValue::Path),
        }
    }

    fn read(&mut self, id: NodeId) -> Option<Path> {
        let tree = &self.parser.tree;
        let path = self.meanings.path(tree, id)?.clone();
        let span: Span = tree.span(tree.ungrouped(id));
        self.reads.push(Mention {
            path: path.clone(),
            span,
        });
        Some(path)
    }
}
