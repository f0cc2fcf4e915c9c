//! Adds what C++ has of kernels to what is shown of operators.

use crate::index::{Index, Locations, Place};
use profile::CppSources;
use show::{DeclaredKernel, Location, RegisteredKernel, Shown};

use crate::{kernel_functions, table};

/// Adds the functions and registrations of all kernels of some operators.
pub fn add<'s>(shown: impl IntoIterator<Item = &'s mut Shown>, index: &Index, settings: &CppSources) {
    let mut locations = Locations::new(index);
    let mut location = |place: &Place| {
        let (file, line, column) = locations.of(place);
        Location { file, line, column }
    };
    for kernel in shown.into_iter().flat_map(|op| &mut op.kernels) {
        for function in kernel_functions(index, settings, &kernel.name) {
            let (declaration, place) = (function.declaration(), location(&function.place));
            match kernel.declared.iter_mut().find(|known| known.declaration == declaration) {
                Some(known) => known.defined.push(place),
                None => kernel.declared.push(DeclaredKernel { declaration, defined: vec![place] }),
            }
        }
        let rows = table::of(index, settings, &kernel.name).into_iter();
        kernel.registered = rows
            .map(|table::Row { backend, layout, data_types, places }| RegisteredKernel {
                backend,
                layout,
                data_types,
                defined: places.iter().map(&mut location).collect(),
            })
            .collect();
    }
}
