//! The program as its users meet it: real processes, real files, and what is
//! printed, left behind and returned.

mod cc;
mod check;
mod cuda;
mod diff;
mod explain;
mod help;
mod offloading;
mod refused;
mod reproduce;
mod run;
mod runtime;
mod sarif;
mod serve;
mod support;
mod translate;
mod watch;
