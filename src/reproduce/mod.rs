//! The thesis's listings, each printed beside what gpump writes: one page for who holds the output against the thesis.
//!
//! [`chapter9`] has the printed measurements and ours; [`listings`] has what is printed where, and finds the part of the output that it is; [`text`] compares tokens, and [`page`] shows
//! them. The thesis's own text is no part of gpump: who has it gives it. Without it there are our side, and digests of the printed
//! tokens, to which ours are held.

mod chapter9;
mod listings;
mod page;
mod text;

pub use chapter9::{Benchmark, Host, Measured};
pub use listings::Listing;
pub use page::html;
pub use text::{Token, digest, tokens};

use listings::{ALL, Ours};
use text::{Comparison, compare};

/// A listing, and what gpump makes of it.
#[derive(Debug)]
pub struct Reproduced {
    pub listing: &'static Listing,
    /// What gpump writes.
    pub ours: String,
    /// What the thesis prints, if it is at hand.
    pub printed: Option<String>,
    pub comparison: Option<Comparison>,
    /// The digest of our tokens, without what the thesis's author left out, where it is compared.
    pub digest: Option<String>,
}

impl Reproduced {
    /// Whether all tokens that the thesis prints are ours, too, and there are no others but those that its author left out. `None` of
    /// listings that are not compared by tokens.
    pub fn agrees(&self) -> Option<bool> {
        let digest = self.digest.as_ref()?;
        let is_printed = self.comparison.as_ref().is_none_or(Comparison::is_same);
        Some(is_printed && self.listing.digest() == Some(digest))
    }
}

/// All listings, in the thesis's order. `read` gives the text of a file in the folder with the thesis's listings.
///
/// # Errors
///
/// The name of a listing of which gpump does not write that part, and why: the input that `read` gave is another one.
pub fn reproduce(read: impl Fn(&str) -> Option<String>) -> Result<Vec<Reproduced>, (&'static str, String)> {
    let ours = Ours::new(&read);
    let all = ALL.iter().filter(|listing| listing.can_be_had(&read));
    all.map(|listing| {
        let text = ours.text(listing).map_err(|reason| (listing.name, reason))?;
        let printed = listing.printed(&read);
        let all = tokens(&text);
        let kept = listing.left_out(&all);
        let shown = all.iter().zip(&kept).filter(|(_, is_left_out)| !**is_left_out).map(|(token, _)| token);
        let digest = listing.digest().map(|_| digest(shown.map(|token| token.text.as_str())));
        let comparison = printed
            .as_ref()
            .filter(|_| listing.is_compared())
            .map(|printed| compare(tokens(printed), all, &kept));
        Ok(Reproduced { listing, ours: text, printed, comparison, digest })
    })
    .collect()
}
