//! Expressions: read as each kind, and evaluated on an item if they are readable.

use hashrange_expression::{
    ExpressionError, ExpressionKind, Scope, parse_condition, parse_key_condition, parse_projection, parse_update, pick,
};
use hashrange_values::{AttributeValue, Item, Map, to_map};
use hashrange_wire::item_from_json;

const ITEM: &str = r#"{"a":{"N":"1"},"b":{"L":[{"N":"2"},{"M":{"c":{"S":"x"}}}]},"c":{"SS":["x","y"]},"d":{"S":"text"},"e":{"NULL":true}}"#;

/// The first byte selects the kind, and the rest is the text. Placeholders `#a`, `#b`, `:n`, `:s`, `:l`, `:t`, `:m`
/// have values.
pub fn expression(data: &[u8]) {
    let Some((choice, text)) = crate::choice_of_text(data) else {
        return;
    };
    let item = item_from_json(ITEM).expect("the item is one");
    let names = to_map([("#a", "a"), ("#b", "b.c")].map(|(key, name)| (key.into(), name.into())));
    let values =
        item_from_json(r#"{":n":{"N":"1"},":s":{"S":"S"},":l":{"L":[{"N":"1"}]},":t":{"SS":["x"]},":m":{"M":{}}}"#);
    let values = values.expect("the values are an item");
    let scope = &mut Scope::new(Some(&names), Some(&values));
    let refused = match choice % 5 {
        0 => run_condition(ExpressionKind::Condition, text, scope, &item),
        1 => run_condition(ExpressionKind::Filter, text, scope, &item),
        2 => parse_key_condition(text, scope).map(|condition| assert!(!condition.terms.is_empty())),
        3 => parse_projection(text, scope).map(|projection| {
            let once = projection.apply(&item);
            assert!(once.item_size() <= item.item_size());
        }),
        _ => parse_update(text, scope).map(|update| {
            let _ = update.apply(&item).map(|applied| pick(&applied.item, &applied.touched));
            let _ = update.apply_new(&key());
        }),
    };
    if let Err(ExpressionError { span: Some(span), .. }) = refused {
        assert!(text.get(span.start..span.end).is_some(), "{span:?}");
    }
}

fn run_condition(kind: ExpressionKind, text: &str, scope: &mut Scope<'_>, item: &Item) -> Result<(), ExpressionError> {
    let condition = parse_condition(kind, text, scope)?;
    let _ = (condition.matches(item), condition.matches(&Map::new()));
    Ok(())
}

fn key() -> Map {
    [("k", AttributeValue::string("k"))].into_iter().collect()
}
