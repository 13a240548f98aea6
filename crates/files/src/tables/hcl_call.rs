//! The functions of Terraform's language that known values are given to.
//!
//! Must not know how expressions are evaluated.

use hashrange_values::sort_by;
use hashrange_wire::{JsonContent, JsonTree};

use super::build::{joined, text_of};

/// The result of a function; `None` for a function that is not known here. Letters beyond ASCII do not change their case
/// here, because their tables take 13 KB of the page and no name of a table has one.
pub(super) fn call(name: &str, arguments: &[JsonTree]) -> Option<JsonTree> {
    let text = |at: usize| arguments.get(at).and_then(text_of);
    let word = |text: String| Some(JsonTree::from(text.as_str()));
    match (name, arguments) {
        ("tolist" | "tomap" | "tobool" | "tonumber", [value]) => Some(value.clone()),
        ("tostring", [_]) => word(text(0)?),
        ("toset", [value]) => Some(distinct(value.elements()).into()),
        ("lower", [_]) => word(text(0).filter(|text| text.is_ascii())?.to_ascii_lowercase()),
        ("upper", [_]) => word(text(0).filter(|text| text.is_ascii())?.to_ascii_uppercase()),
        ("join", [_, list]) => {
            let parts: Option<Vec<String>> = list.elements().iter().map(text_of).collect();
            word(joined(&parts?, &text(0)?)?)
        }
        ("format", [_, values @ ..]) => word(formatted(&text(0)?, values)?),
        ("concat", lists) => {
            let all: Vec<JsonTree> = lists.iter().flat_map(|list| list.elements().iter().cloned()).collect();
            Some(all.into())
        }
        ("length", [value]) => {
            let length = value.elements().len() + value.members().len();
            let length = value.text().map_or(length, |text| text.chars().count());
            Some(JsonContent::Number(length.to_string()).into())
        }
        ("jsonencode", [value]) => word(value.to_json()),
        ("coalesce", values) => values.iter().find(|value| value.content != JsonContent::Null).cloned(),
        ("lookup", [map, _, rest @ ..]) => map.member(&text(1)?).or(rest.first()).cloned(),
        ("merge", maps) => Some(merged(maps)),
        _ => None,
    }
}

fn distinct(elements: &[JsonTree]) -> Vec<JsonTree> {
    let keyed = elements.iter().map(|element| (element.to_json(), element.clone()));
    later_wins(keyed.collect())
        .into_iter()
        .map(|(_, element)| element)
        .collect()
}

/// The members of all maps. A later one replaces an earlier one.
fn merged(maps: &[JsonTree]) -> JsonTree {
    let members = maps.iter().flat_map(JsonTree::members).cloned();
    later_wins(members.collect()).into_iter().collect()
}

/// The members without those whose name follows again, as in an object of HCL.
pub(super) fn later_wins(members: Vec<(String, JsonTree)>) -> Vec<(String, JsonTree)> {
    let name = |place: &usize| members.get(*place).map(|(name, _)| name);
    let mut order: Vec<usize> = (0..members.len()).collect();
    // The sort is stable: of equal names, the later follows.
    sort_by(&mut order, |one, other| name(one).cmp(&name(other)));
    let mut replaced = vec![false; members.len()];
    for pair in order.windows(2) {
        if let [one, next] = pair
            && name(one) == name(next)
            && let Some(replaced) = replaced.get_mut(*one)
        {
            *replaced = true;
        }
    }
    let kept = members.into_iter().zip(replaced).filter(|(_, replaced)| !replaced);
    kept.map(|(member, _)| member).collect()
}

/// Replaces `%s`, `%d` and `%v` in order; `None` for other verbs.
fn formatted(pattern: &str, values: &[JsonTree]) -> Option<String> {
    let mut pieces = pattern.split('%');
    let mut out = pieces.next()?.to_owned();
    let mut values = values.iter();
    for piece in pieces {
        let rest = piece.strip_prefix(['s', 'd', 'v'])?;
        out.push_str(&text_of(values.next()?)?);
        out.push_str(rest);
    }
    Some(out)
}
