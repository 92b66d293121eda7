//! What is decided of a file that has been read, before anything of it is written: what reaches the device, what stays on the host,
//! what lies in the heap, and the plan of each region. From here on the file is only looked at.

use super::super::lines::Places;
use super::super::reading::Surroundings;
use super::super::{ExternalArrays, File, Layout, OnHost, Options, Translator};
use super::definitions::Function;
use super::heap_arrays::InHeap;
use super::reach::Reach;
use super::split::Plans;
use super::statics::Moves;
use super::{Refusal, file_name, identifier};
use crate::source::Source;

/// What the writing goes by, besides the file.
pub(super) struct Settled {
    pub reach: Reach,
    /// The static variables that go in front of their functions.
    pub statics: Moves,
    /// What the other files of the program have to know of this one's arrays.
    pub arrays: ExternalArrays,
    pub in_heap: Vec<InHeap>,
    pub plans: Plans,
    /// Whether there is anything to translate.
    pub has_work: bool,
}

impl Translator<'_> {
    /// Decides what becomes of the file.
    ///
    /// # Errors
    ///
    /// What the program does wrong, and what cannot be on the device.
    pub(super) fn settle(
        &mut self,
        source: &Source,
        options: &Options,
        surroundings: &Surroundings,
    ) -> Result<Settled, Refusal> {
        self.file.take_options(source, options, surroundings);
        // Only the text shows which uses of such a macro have to be written out, and whether they can be (E0408).
        self.writes |= !self.file.cuda.given.hiding_macros.is_empty();
        // Loop variables of all integer types are as good as the signed ones that 2.5 asks for, and constants may be listed.
        self.out.diagnostics.retain(|warning| !["W0301", "W0302"].contains(&warning.code));
        self.file.keep_last_values();
        self.file.leave_inner_loops_to_threads();
        if !self.out.has_errors() {
            self.out.diagnostics.extend(self.file.races());
        }
        self.file.leave_atomics_of_copies();
        self.file.cuda.decided.is_wrong = self.out.has_errors();
        let reach = self.reach(options);
        let statics = self.statics_to_move(&reach);
        self.out.recorder.step("translation_unit", "reach", None, || self.file.say_reach(&reach));
        if self.out.has_errors() {
            return Err(self.file.refusal(std::mem::take(&mut self.out.diagnostics), &reach, options));
        }
        let file = &mut self.file;
        let stays = |function: &Function| !function.on_host.is_empty() || !function.host_only().is_empty();
        let (on_host, serial) = file.regions_around_others(options);
        file.cuda.decided.around_others = on_host;
        file.cuda.decided.around_serial = serial;
        file.cuda.decided.cancelled = file.regions_with_cancel(options);
        file.cuda.decided.keeps_directives = options.others.keep_directives
            || !file.cuda.decided.around_others.is_empty()
            || !file.cuda.decided.cancelled.is_empty()
            || file.cuda.functions.iter().any(stays);
        let has_work = file.has_work(&reach);
        if file.cuda.given.is_single && has_work {
            file.names_in_single = file.naming_in_single();
        }
        file.cuda.decided.contended = file.contended_variables();
        let (mut arrays, mut in_heap, mut plans) = Default::default();
        if self.writes {
            arrays = file.external_arrays(options, surroundings, &reach);
            in_heap = file.choose_for_heap(&reach, options, surroundings);
            if options.on_host != OnHost::Everything {
                plans = file.plan_regions();
            }
        }
        Ok(Settled { reach, statics, arrays, in_heap, plans, has_work })
    }
}

impl File<'_> {
    /// Takes down what the options say of the file, and what its surroundings do.
    fn take_options(&mut self, source: &Source, options: &Options, surroundings: &Surroundings) {
        let is_others = |name: &str| surroundings.is_others_macro(name);
        let header_macros = self.header_macros(surroundings);
        let hiding_macros = self.hiding_macros(surroundings);
        let is_single = options.layout == Layout::Single;
        let other_headers = if is_single { self.other_headers(surroundings) } else { Vec::new() };
        let headers_of_both = if is_single { self.headers_of_both(surroundings) } else { Vec::new() };
        let given = &mut self.cuda.given;
        given.source = file_name(source.name());
        given.system_macros.clone_from(&surroundings.system_macros);
        given.header_macros = header_macros;
        given.hiding_macros = hiding_macros;
        given.places = Places::new(source, self.tokens, &self.directives.macros, is_others);
        given.identifier = options.identifier.clone().unwrap_or_else(|| identifier(&given.source));
        given.without.clone_from(&options.without);
        given.not_on_device.clone_from(&options.others.not_on_device);
        given.lacked_elsewhere.clone_from(&options.others.lacked);
        given.is_linked_later = options.is_linked_later;
        given.is_for_library = options.is_for_library;
        given.is_alone = options.is_alone;
        let environment = options.preprocessing.as_ref().map(|read| &read.environment);
        given.c_version =
            environment.and_then(|read| read.predefined_macro("__STDC_VERSION__")).map(str::to_owned);
        given.has_regions_elsewhere = options.program_arrays.is_some();
        given.is_single = is_single;
        given.other_headers = other_headers;
        given.headers_of_both = headers_of_both;
    }
}
