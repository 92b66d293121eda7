//! `gpump lsp`: a language server.
//!
//! It speaks the Language Server Protocol 3.17 over standard input and output. A session goes round in a loop over three
//! channels: the client's messages, and what the three threads of [`work`] have found out. Nothing else waits or takes long: a
//! request that needs what a thread has not found out yet is kept until it has, and is given up when the document changes.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `session` | the loop: documents, requests, and what is answered when |
//! | `protocol` | what the server can do, and how messages are read and written |
//! | `settings` | how files are read: `initializationOptions`, `compile_commands.json` |
//! | `work` | the three threads |
//! | `headers` | headers as the editor has them |
//! | `compiler` | what the C compiler says of a text |
//! | `text` | a text, its lines, and columns as the client counts them |
//! | `places` | places in a source with headers in it; paths and URIs |
//! | `pragma` | the line of a pragma around a place |
//! | `diagnostics`, `hover`, `completion`, `fixes`, `kernels` | one feature each |

mod compiler;
mod completion;
mod diagnostics;
mod fixes;
mod headers;
mod hover;
mod kernels;
mod places;
mod pragma;
mod protocol;
mod session;
mod settings;
mod text;
mod work;

pub use session::serve;
pub use settings::Defaults;
