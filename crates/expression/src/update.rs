//! The update: a read update expression, values put in, ready to be applied to items.
//!
//! Owns the compiled actions and their order of checks. How they are applied is in `evaluate/update.rs`. Must not know
//! key schemas: that keys are not changed is for the caller to check.

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
    /// Said attribute by attribute: the service has words of its own for a value of the wrong type.
    pub(crate) by_attribute: bool,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) target: Mention,
    /// Which of the clauses it stands in, from 0.
    pub(crate) clause: usize,
    pub(crate) kind: ActionKind,
}

/// What an action does at its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Stores a value.
    Set(SetValue),
    /// Takes away what is there.
    Remove,
    /// Adds to a number, or unites with a set.
    Add(AttributeValue),
    /// Takes elements out of a set.
    Delete(AttributeValue),
}

/// What a `SET` action stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// What stands at another path.
    Path(Path),
    /// A value of the request.
    Value(AttributeValue),
    /// What stands at a path, or something else where nothing does.
    IfNotExists {
        /// The path.
        path: Path,
        /// What to store where nothing stands there.
        otherwise: Box<SetValue>,
    },
    /// Two lists, one after the other.
    ListAppend {
        /// The elements that come first.
        first: Box<SetValue>,
        /// The elements that follow.
        second: Box<SetValue>,
    },
    /// A sum or difference of two numbers.
    Sum {
        /// Which of the two.
        sign: Sign,
        /// The first number.
        left: Box<SetValue>,
        /// The second number.
        right: Box<SetValue>,
    },
}

/// An item after an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The whole item.
    pub item: Map,
    /// The paths the actions are about, in the order written, whether or not something changed there. Picking them
    /// from the item before and the item after gives what the service calls the updated attributes.
    pub touched: Vec<Path>,
}

/// Reads an update expression.
///
/// # Errors
/// The first problem the service would name: size, syntax, names and functions section by section, repeated sections,
/// paths against each other, and then placeholders and types from the last action to the first (observed).
pub fn parse_update(text: &str, scope: &mut Scope<'_>) -> Result<Update, ExpressionError> {
    let mut parser = Parser::new(ExpressionKind::Update, text)?;
    let clauses = parser.update()?;
    check_sections(&parser, &clauses)?;

    let mut meanings = Meanings::new(&parser.tree);
    let mut targets = Vec::new();
    for action in clauses.iter().flat_map(|clause| &clause.actions) {
        meanings.resolve_path(&parser, scope, action.target)?;
        if let Some(path) = meanings.path(&parser.tree, action.target) {
            targets.push(Mention { path: path.clone(), span: parser.tree.span(action.target) });
        }
    }
    check_overlaps(&parser, &targets)?;

    let backwards = || clauses.iter().rev().flat_map(|clause| clause.actions.iter().rev().map(|a| (clause.section, a)));
    for (_, action) in backwards() {
        for id in action.nodes.clone() {
            meanings.resolve_path(&parser, scope, id)?;
        }
    }
    for (section, action) in backwards() {
        meanings.check_operands(&parser, scope, action.nodes.clone())?;
        meanings.check_action(&parser, section, action)?;
    }

    let mut compiler = Compiler { parser: &parser, meanings: &meanings, reads: Vec::new() };
    match compiler.actions(&clauses, targets) {
        Some(actions) => Ok(Update { actions, reads: compiler.reads, by_attribute: false }),
        // The checks leave nothing that does not compile.
        None => Err(parser.syntax_error()),
    }
}

/// Each section in the order it first appears: its actions, and then that it appears once.
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
            let problem = Problem::SectionRepeated { section: clause.section.keyword() };
            return Err(parser.error(repeated.keyword, problem));
        }
    }
    Ok(())
}

impl Update {
    /// An update that was not written as an expression. Its paths must neither repeat nor overlap, and have no place
    /// in a text.
    pub fn new(actions: impl IntoIterator<Item = (Path, ActionKind)>) -> Self {
        let mention = |path| Mention { path, span: Span { start: 0, end: 0 } };
        let mut reads = Vec::new();
        let actions = actions.into_iter().map(|(path, kind)| {
            if let ActionKind::Set(value) = &kind {
                value.mention(&mut |path| reads.push(mention(path.clone())));
            }
            Action { target: mention(path), clause: 0, kind }
        });
        let actions = actions.collect();
        Self { actions, reads, by_attribute: false }
    }

    /// An update from the time before expressions: one action for each attribute.
    pub fn of_attributes(actions: impl IntoIterator<Item = (Text, ActionKind)>) -> Self {
        let actions = actions.into_iter().map(|(attribute, kind)| (Path::top(attribute), kind));
        Self { by_attribute: true, ..Self::new(actions) }
    }

    /// The paths the actions are about, in the order written, with their places in the text.
    pub fn targets(&self) -> impl Iterator<Item = &Mention> {
        self.actions.iter().map(|action| &action.target)
    }

    /// The paths `SET` actions read from, in the order written, with their places in the text.
    pub fn reads(&self) -> impl Iterator<Item = &Mention> {
        self.reads.iter()
    }

    /// The top-level attributes the actions are about, in the order written; one can occur more than once.
    pub fn attributes(&self) -> impl Iterator<Item = &Text> {
        self.targets().map(|target| &target.path.attribute)
    }

    /// The values of the request that actions store, add or take out of a set, with the top-level attributes they are
    /// for.
    pub fn given(&self) -> impl Iterator<Item = (&Text, &AttributeValue)> {
        self.actions.iter().filter(|action| action.target.path.is_top()).filter_map(|action| match &action.kind {
            ActionKind::Set(SetValue::Value(value)) | ActionKind::Add(value) | ActionKind::Delete(value) => {
                Some((&action.target.path.attribute, value))
            }
            ActionKind::Set(_) | ActionKind::Remove => None,
        })
    }

    /// True when an expression gives the attribute a value that only the item decides.
    #[must_use]
    pub fn computes(&self, attribute: &str) -> bool {
        let is_computed =
            |kind: &ActionKind| matches!(kind, ActionKind::Set(value) if !matches!(value, SetValue::Value(_)));
        !self.by_attribute
            && self.actions.iter().any(|action| {
                action.target.path.is_top() && action.target.path.attribute == *attribute && is_computed(&action.kind)
            })
    }

    /// True with `REMOVE` and `DELETE` actions only: such an update does not create an item (observed).
    #[must_use]
    pub fn only_clears(&self) -> bool {
        self.actions.iter().all(|action| matches!(action.kind, ActionKind::Remove | ActionKind::Delete(_)))
    }

    /// The item this update makes of an existing item. All actions see the item as it was before (observed).
    ///
    /// # Errors
    /// A value of the wrong type, a missing attribute, a path that cannot be written, or a sum out of range.
    pub fn apply(&self, item: &Map) -> Result<Applied, ExpressionError> {
        self.apply_to(item, false)
    }

    /// The item this update makes when there is none yet, from its key. Unlike on an existing item, removing something
    /// inside a missing attribute is not refused (observed).
    ///
    /// # Errors
    /// As for [`Update::apply`].
    pub fn apply_new(&self, key: &Map) -> Result<Applied, ExpressionError> {
        self.apply_to(key, true)
    }
}

impl SetValue {
    /// As deep as functions are nested.
    fn mention(&self, out: &mut dyn FnMut(&Path)) {
        match self {
            Self::Path(path) => out(path),
            Self::Value(_) => {}
            Self::IfNotExists { path, otherwise } => {
                out(path);
                otherwise.mention(out);
            }
            Self::ListAppend { first, second } | Self::Sum { left: first, right: second, .. } => {
                first.mention(out);
                second.mention(out);
            }
        }
    }
}

struct Compiler<'c, 'a, 't> {
    parser: &'c Parser<'t>,
    meanings: &'c Meanings<'a>,
    reads: Vec<Mention>,
}

impl Compiler<'_, '_, '_> {
    fn actions(&mut self, clauses: &[Clause], targets: Vec<Mention>) -> Option<Vec<Action>> {
        let mut targets = targets.into_iter();
        let mut actions = Vec::new();
        for (clause, parsed) in clauses.iter().enumerate() {
            for action in &parsed.actions {
                let kind = self.kind(parsed.section, action)?;
                actions.push(Action { target: targets.next()?, clause, kind });
            }
        }
        Some(actions)
    }

    fn kind(&mut self, section: Section, action: &parser::Action) -> Option<ActionKind> {
        let value = |id: Option<NodeId>| Some(self.meanings.value(&self.parser.tree, id?)?.clone());
        Some(match section {
            Section::Set => ActionKind::Set(self.set_value(action.value?)?),
            Section::Remove => ActionKind::Remove,
            Section::Add => ActionKind::Add(value(action.value)?),
            Section::Delete => ActionKind::Delete(value(action.value)?),
        })
    }

    /// As deep as functions are nested, of which a text of 4 KB holds about 200.
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
                let [first, second] = call.arguments.as_slice() else { return None };
                match call.function? {
                    Function::IfNotExists => {
                        let path = self.read(*first)?;
                        Some(SetValue::IfNotExists { path, otherwise: Box::new(self.set_value(*second)?) })
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
        self.reads.push(Mention { path: path.clone(), span });
        Some(path)
    }
}
