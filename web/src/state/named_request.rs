//! Saved requests: an operation and a body under a name that no other has, in the reader's order.
//!
//! Owns names and limits. Must not know the page, nor where the list is stored.

use hashrange_wire::{Operation, Request, decode, json_members};

/// The maximum number of saved requests of a workspace.
const MOST: usize = 500;
/// The maximum bytes of their names and bodies. Quoting adds some.
const MOST_BYTES: usize = 900_000;

/// A saved request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRequest {
    /// Its name.
    pub name: String,
    /// The operation.
    pub operation: Operation,
    /// The body as it was typed.
    pub body: String,
}

json_members!(NamedRequest { name, operation, body });

/// What became of a request to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is new.
    New,
    /// It replaced the one of its name.
    Instead(NamedRequest),
    /// It was there, under this name.
    Before(String),
    /// There is no room for it.
    NoRoom,
}

/// Saves a request. Without a name it gets one that is free.
pub fn save(list: &mut Vec<NamedRequest>, name: &str, operation: Operation, body: &str) -> Kept {
    let name = name.trim();
    let same = |one: &&NamedRequest| one.operation == operation && one.body == body;
    if let Some(same) = list
        .iter()
        .find(same)
        .filter(|same| name.is_empty() || same.name == name)
    {
        return Kept::Before(same.name.clone());
    }
    let bytes: usize = list.iter().map(|one| one.name.len() + one.body.len()).sum();
    let at = list.iter().position(|one| one.name == name);
    if bytes + name.len() + body.len() > MOST_BYTES || (at.is_none() && list.len() >= MOST) {
        return Kept::NoRoom;
    }
    let name = match name {
        "" => free_name(&name_of(operation, body), |name| is_taken(list, name)),
        name => name.to_owned(),
    };
    let body = body.to_owned();
    let new = NamedRequest { name, operation, body };
    match at.and_then(|at| list.get_mut(at)) {
        Some(old) => Kept::Instead(std::mem::replace(old, new)),
        None => {
            list.push(new);
            Kept::New
        }
    }
}

/// Gives a request another name. Returns whether the name is free and not empty.
pub fn rename(list: &mut [NamedRequest], place: usize, name: &str) -> bool {
    let name = name.trim();
    let others = list.iter().enumerate().filter(|(at, _)| *at != place);
    let is_free = !name.is_empty() && others.fold(true, |free, (_, one)| free && one.name != name);
    if let Some(one) = list.get_mut(place).filter(|_| is_free) {
        name.clone_into(&mut one.name);
    }
    is_free
}

/// Moves a request one place up or down. Returns its new place.
pub fn shift(list: &mut [NamedRequest], place: usize, down: bool) -> usize {
    let to = if down { place + 1 } else { place.saturating_sub(1) };
    if place < list.len() && to < list.len() {
        list.swap(place, to);
        return to;
    }
    place
}

/// Takes a request out.
pub fn remove(list: &mut Vec<NamedRequest>, place: usize) -> Option<NamedRequest> {
    (place < list.len()).then(|| list.remove(place))
}

/// Puts a request back to its place. If its name was taken meanwhile, it gets one that is free.
pub fn put_back(list: &mut Vec<NamedRequest>, place: usize, mut request: NamedRequest) {
    request.name = free_name(&request.name, |name| is_taken(list, name));
    list.insert(place.min(list.len()), request);
}

fn is_taken(list: &[NamedRequest], name: &str) -> bool {
    list.iter().any(|one| one.name == name)
}

/// A name that is not taken: this one, or this one with a number.
#[must_use]
pub fn free_name(first: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = first.to_owned();
    let mut number = 2;
    while is_taken(&name) {
        name = format!("{first} {number}");
        number += 1;
    }
    name
}

/// The first name of a request: its operation, and the table and index that it names.
#[must_use]
pub fn name_of(operation: Operation, body: &str) -> String {
    let request = decode(operation, body.as_bytes()).ok();
    match request.as_ref().map(target) {
        Some((Some(table), Some(index))) => format!("{} {table} / {index}", operation.name()),
        Some((Some(table), None)) => format!("{} {table}", operation.name()),
        _ => operation.name().to_owned(),
    }
}

/// The table and the index that a request names, if it names one.
fn target(request: &Request) -> (Option<&str>, Option<&str>) {
    match request {
        Request::GetItem(one) => (Some(&one.table_name), None),
        Request::PutItem(one) => (Some(&one.table_name), None),
        Request::UpdateItem(one) => (Some(&one.table_name), None),
        Request::DeleteItem(one) => (Some(&one.table_name), None),
        Request::Query(one) => (Some(&one.table_name), one.index_name.as_deref()),
        Request::Scan(one) => (Some(&one.table_name), one.index_name.as_deref()),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = r#"{"TableName":"Thread","Key":{"a":{"S":"x"}}}"#;

    fn names(list: &[NamedRequest]) -> Vec<&str> {
        list.iter().map(|one| one.name.as_str()).collect()
    }

    fn three() -> Vec<NamedRequest> {
        let mut list = Vec::new();
        for name in ["a", "b", "c"] {
            assert_eq!(save(&mut list, name, Operation::GetItem, name), Kept::New);
        }
        list
    }

    #[test]
    fn a_request_without_a_name_gets_a_free_one() {
        let mut list = Vec::new();
        assert_eq!(save(&mut list, " ", Operation::GetItem, GET), Kept::New);
        assert_eq!(save(&mut list, "", Operation::GetItem, &format!("{GET} ")), Kept::New);
        assert_eq!(save(&mut list, "", Operation::GetItem, "{"), Kept::New);
        assert_eq!(names(&list), ["GetItem Thread", "GetItem Thread 2", "GetItem"]);
    }

    #[test]
    fn the_same_request_is_saved_once_unless_it_gets_a_name() {
        let mut list = Vec::new();
        save(&mut list, "Mine", Operation::GetItem, GET);
        assert_eq!(
            save(&mut list, "", Operation::GetItem, GET),
            Kept::Before("Mine".into())
        );
        assert_eq!(
            save(&mut list, "Mine", Operation::GetItem, GET),
            Kept::Before("Mine".into())
        );
        assert_eq!(save(&mut list, "Yours", Operation::GetItem, GET), Kept::New);
        assert_eq!(names(&list), ["Mine", "Yours"]);
    }

    #[test]
    fn a_name_that_is_there_is_replaced_at_its_place() {
        let mut list = three();
        let old = list.first().cloned().expect("a request");
        assert_eq!(save(&mut list, "a", Operation::Scan, "{}"), Kept::Instead(old));
        assert_eq!(names(&list), ["a", "b", "c"]);
        assert_eq!(list.first().map(|one| one.operation), Some(Operation::Scan));
    }

    #[test]
    fn names_stay_unique() {
        let mut list = three();
        assert!(!rename(&mut list, 0, " b ") && !rename(&mut list, 0, " "));
        assert!(rename(&mut list, 0, " d ") && rename(&mut list, 1, "b"));
        let gone = remove(&mut list, 1).expect("a request");
        save(&mut list, "b", Operation::Scan, "{}");
        put_back(&mut list, 1, gone);
        assert_eq!(names(&list), ["d", "b 2", "c", "b"]);
    }

    #[test]
    fn requests_move_within_the_list() {
        let mut list = three();
        assert_eq!(shift(&mut list, 0, true), 1);
        assert_eq!((shift(&mut list, 0, false), shift(&mut list, 2, true)), (0, 2));
        assert_eq!(shift(&mut list, 9, false), 9);
        assert_eq!(names(&list), ["b", "a", "c"]);
        assert_eq!(remove(&mut list, 3), None);
    }

    #[test]
    fn there_is_a_limit() {
        let mut list = Vec::new();
        for number in 0..MOST {
            assert_eq!(save(&mut list, &number.to_string(), Operation::Scan, "{}"), Kept::New);
        }
        assert_eq!(save(&mut list, "one more", Operation::Scan, "{}"), Kept::NoRoom);
        assert!(matches!(save(&mut list, "1", Operation::Scan, "{} "), Kept::Instead(_)));
        let long = "x".repeat(MOST_BYTES);
        assert_eq!(save(&mut list, "1", Operation::Scan, &long), Kept::NoRoom);
    }
}
