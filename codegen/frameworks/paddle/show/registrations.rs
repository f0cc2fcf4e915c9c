//! The backends and data types of a kernel, as a table.

use std::collections::BTreeSet;

use super::shown::{Kernel, RegisteredKernel};

/// The row of kernels that are registered for every data type.
const EVERY_TYPE: &str = "every type";

/// The backends for which a kernel is registered, and the data types for each of them.
#[derive(Debug, serde::Serialize)]
pub struct Table {
    /// A column for each backend, with the layout if its kernels differ by layout.
    pub columns: Vec<String>,
    /// The data types, each with a mark for each column.
    pub rows: Vec<(String, Vec<bool>)>,
}

impl Table {
    /// The table of a kernel's registrations.
    pub fn of(registered: &[RegisteredKernel]) -> Self {
        let rows_of = |backend: &str| registered.iter().filter(|row| row.backend == backend).count();
        let column = |row: &RegisteredKernel| match rows_of(&row.backend) {
            1 => row.backend.clone(),
            _ => format!("{} {}", row.backend, row.layout),
        };
        let types: BTreeSet<&String> = registered.iter().filter_map(|row| row.data_types.as_ref()).flatten().collect();
        let marks = |ty: &String| registered.iter().map(|row| has(row, ty)).collect();
        let mut rows: Vec<(String, Vec<bool>)> = types.into_iter().map(|ty| (ty.clone(), marks(ty))).collect();
        if registered.iter().any(|row| row.data_types.is_none()) {
            let marks = registered.iter().map(|row| row.data_types.is_none()).collect();
            rows.push((EVERY_TYPE.to_owned(), marks));
        }
        Table { columns: registered.iter().map(column).collect(), rows }
    }

    fn lines(&self) -> Vec<String> {
        let width = self.rows.iter().map(|(ty, _)| ty.len()).max().unwrap_or_default();
        let cells = |marks: &[bool]| {
            let cell = |(mark, column): (&bool, &String)| {
                let mark = if *mark { "x" } else { "-" };
                format!("  {mark:<0$}", column.len())
            };
            marks.iter().zip(&self.columns).map(cell).collect::<String>()
        };
        let row = |(ty, marks): &(String, Vec<bool>)| format!("  {ty:<width$}{}", cells(marks)).trim_end().to_owned();
        let header = format!("  {:<width$}  {}", "", self.columns.join("  "));
        std::iter::once(header).chain(self.rows.iter().map(row)).collect()
    }
}

/// Whether a registration is for a data type.
fn has(row: &RegisteredKernel, ty: &str) -> bool {
    row.data_types.as_ref().is_none_or(|types| types.contains(ty))
}

/// For each kernel its name, the table, and the places.
pub fn text(kernels: &[Kernel]) -> Vec<String> {
    let registered = kernels.iter().filter(|kernel| !kernel.registered.is_empty());
    let lines = registered.flat_map(|kernel| {
        let table = Table::of(&kernel.registered);
        let places = table.columns.iter().zip(&kernel.registered);
        let places = places.flat_map(|(column, row)| row.defined.iter().map(move |at| format!("  {column}: {at}")));
        std::iter::once(kernel.name.clone()).chain(table.lines()).chain(places).collect::<Vec<_>>()
    });
    lines.collect()
}
