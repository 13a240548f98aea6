//! How to read a file, as chosen so far: its format, and for CSV the names and types of the columns.

use hashrange_protocol::{Column, ColumnKind, CsvPlan, ItemsForm, JsonFormat, NotItems, inspect_csv_as};
use hashrange_wire::BulkOperationPerformanceTier;
use hashrange_words::t;

use super::new_table::NewTable;
use super::source::ImportFile;
use crate::state::table_schema::{KeyAttribute, TableSchema};

/// The possible types of a column, with their names.
pub fn kinds() -> [(ColumnKind, &'static str); 6] {
    [
        (ColumnKind::String, t!("String")),
        (ColumnKind::Number, t!("Number")),
        (ColumnKind::Bool, t!("Boolean")),
        (ColumnKind::Binary, t!("Binary")),
        (ColumnKind::Auto, t!("Auto")),
        (ColumnKind::Skip, t!("Skip")),
    ]
}

/// Number of rows in which the first value of a column is sought.
const MEASURED_ROWS: usize = 1_000;

/// The name of a column type.
#[must_use]
pub fn kind_word(kind: ColumnKind) -> &'static str {
    kinds()
        .into_iter()
        .find(|(candidate, _)| *candidate == kind)
        .map_or("", |(_, word)| word)
}

/// The formats a file can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rows of cells.
    Csv,
    /// JSON items without type descriptors.
    Json,
    /// JSON items with type descriptors.
    DynamoDbJson,
}

impl Format {
    /// Every format with its name.
    pub fn all() -> [(Self, &'static str); 3] {
        [
            (Self::Csv, "CSV"),
            (Self::Json, "JSON"),
            (Self::DynamoDbJson, t!("DynamoDB JSON")),
        ]
    }

    /// The JSON format of a file; `None` for CSV.
    #[must_use]
    pub fn json(self) -> Option<JsonFormat> {
        match self {
            Self::Csv => None,
            Self::Json => Some(JsonFormat::Plain),
            Self::DynamoDbJson => Some(JsonFormat::DynamoDb),
        }
    }

    fn guess(source: &ImportFile) -> Result<Self, NotItems> {
        Ok(match ItemsForm::guess(&source.name, &source.bytes)? {
            ItemsForm::Json(JsonFormat::DynamoDb) => Self::DynamoDbJson,
            ItemsForm::Json(JsonFormat::Plain) => Self::Json,
            ItemsForm::Csv(_) | ItemsForm::CsvWithHeader(_) => Self::Csv,
        })
    }
}

/// An unfinished plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The file.
    pub source: ImportFile,
    /// Its format.
    pub format: Format,
    /// How to read its rows, for CSV.
    pub plan: CsvPlan,
    /// The table the items go to.
    pub table: Option<String>,
    /// How to create it, if it is a new table.
    pub create: Option<NewTable>,
    /// What the plan leaves out or names differently, for CSV.
    pub notes: Vec<String>,
    /// The tier of a bulk put. Without it, each row is written at once.
    pub bulk: Option<BulkOperationPerformanceTier>,
    /// The first value of each column below the header.
    first_values: Vec<String>,
}

impl Draft {
    /// The best guess for a file.
    ///
    /// # Errors
    /// When it has no items, or is CSV with too many columns.
    pub fn of(source: ImportFile, table: Option<String>) -> Result<Self, NotItems> {
        let format = Format::guess(&source)?;
        // A JSON file is not CSV, but the reader may choose to read it so.
        let (plan, notes) = planned(&source, None, None);
        let mut draft = Self {
            source,
            format,
            plan,
            table,
            create: None,
            notes,
            bulk: None,
            first_values: Vec::new(),
        };
        draft.first_values = draft.read_first_values();
        Ok(draft)
    }

    /// How its items are read.
    #[must_use]
    pub fn form(&self) -> ItemsForm {
        self.format
            .json()
            .map_or_else(|| ItemsForm::Csv(self.plan.clone()), ItemsForm::Json)
    }

    /// The first value of a column below the header.
    #[must_use]
    pub fn first_value(&self, at: usize) -> &str {
        self.first_values.get(at).map_or("", String::as_str)
    }

    /// Reads the first values of all columns together: the columns of a wide file are read once, not once for each.
    fn read_first_values(&self) -> Vec<String> {
        let mut values = vec![String::new(); self.plan.columns.len()];
        let columns = (0..values.len()).map(|at| Column {
            name: at.to_string(),
            kind: ColumnKind::Literal,
        });
        let plan = CsvPlan {
            columns: columns.collect(),
            ..self.plan.clone()
        };
        let rows = self
            .source
            .items(ItemsForm::Csv(plan))
            .take(MEASURED_ROWS)
            .filter_map(Result::ok);
        for item in rows {
            for (name, value) in item.iter() {
                let place = name.parse().ok().and_then(|at: usize| values.get_mut(at));
                if let (Some(place), hashrange_values::AttributeValue::S(text)) = (place, value)
                    && place.is_empty()
                {
                    text.as_str().clone_into(place);
                }
            }
        }
        values
    }

    /// Sets the format of the file.
    pub fn set_format(&mut self, format: Format) {
        self.format = format;
    }

    /// Sets whether the first row is a header. Names and types follow, except types that the user chose.
    pub fn set_header(&mut self, has_header: bool) {
        let delimiter = Some(self.plan.delimiter);
        let (before, _) = planned(&self.source, delimiter, Some(self.plan.has_header));
        let (mut plan, notes) = planned(&self.source, delimiter, Some(has_header));
        for ((column, now), guessed) in plan.columns.iter_mut().zip(&self.plan.columns).zip(&before.columns) {
            if now.kind != guessed.kind {
                column.kind = now.kind;
            }
        }
        self.follow_plan(plan, notes);
    }

    /// Sets the delimiter, and resets the columns.
    pub fn set_delimiter(&mut self, delimiter: u8) {
        let (plan, notes) = planned(&self.source, Some(delimiter), Some(self.plan.has_header));
        self.follow_plan(plan, notes);
    }

    fn follow_plan(&mut self, plan: CsvPlan, notes: Vec<String>) {
        let before: Vec<String> = self.plan.columns.iter().map(|column| column.name.clone()).collect();
        (self.plan, self.notes) = (plan, notes);
        self.first_values = self.read_first_values();
        self.follow_renamed(&before);
    }

    /// Names a column. With the name of a key attribute, the column gets that attribute's type too: no other would be
    /// accepted.
    pub fn rename(&mut self, at: usize, name: &str, schema: Option<&TableSchema>) {
        let before: Vec<String> = self.plan.columns.iter().map(|column| column.name.clone()).collect();
        if let Some(column) = self.plan.columns.get_mut(at) {
            name.clone_into(&mut column.name);
            adapt(column, schema);
        }
        self.follow_renamed(&before);
    }

    /// Names the columns in order, from names separated by commas. Further columns keep their names.
    pub fn rename_all(&mut self, names: &str, schema: Option<&TableSchema>) {
        for (at, name) in names.split([',', '\n', '\t', ';']).map(str::trim).enumerate() {
            if !name.is_empty() {
                self.rename(at, name, schema);
            }
        }
    }

    /// Sets a column's type.
    pub fn set_kind(&mut self, at: usize, kind: ColumnKind) {
        if let Some(column) = self.plan.columns.get_mut(at) {
            column.kind = kind;
        }
    }

    /// Chooses the table. Columns with the names of its keys get their types.
    pub fn set_table(&mut self, schema: Option<&TableSchema>) {
        self.table = schema.map(|schema| schema.name.clone());
        self.create = self.create.take().filter(|new| Some(&new.name) == self.table.as_ref());
        self.adapt(schema);
    }

    /// Sets the types of columns that have the names of keys.
    pub(super) fn adapt(&mut self, schema: Option<&TableSchema>) {
        for column in &mut self.plan.columns {
            adapt(column, schema);
        }
    }
}

/// The key attribute with this name, of the table or of one of its indexes.
pub(super) fn key_named<'a>(schema: &'a TableSchema, name: &str) -> Option<&'a KeyAttribute> {
    let indexes = schema.indexes.iter().flat_map(|index| index.keys.iter());
    schema.keys.iter().chain(indexes).find(|key| key.name == name)
}

fn adapt(column: &mut Column, schema: Option<&TableSchema>) {
    let key = schema.and_then(|schema| key_named(schema, &column.name));
    if let Some(key) = key.filter(|_| column.kind != ColumnKind::Skip) {
        column.kind = ColumnKind::from(key.kind);
    }
}

/// The plan of a file with what the user chose, and its notes. A JSON file is not CSV, but the user may read it so.
fn planned(source: &ImportFile, delimiter: Option<u8>, has_header: Option<bool>) -> (CsvPlan, Vec<String>) {
    match inspect_csv_as(&source.bytes, delimiter, has_header) {
        Ok(preview) => (preview.plan, preview.notes),
        Err(too_many) => (
            CsvPlan {
                lines_before: 0,
                has_header: false,
                columns: Vec::new(),
                delimiter: delimiter.unwrap_or(b','),
            },
            vec![too_many.to_string()],
        ),
    }
}
