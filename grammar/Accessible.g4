/*
 * The extension of Chapter 6: `accessible` marks the data and the functions
 * that a parallel region uses. These are the new rules of Appendix B.
 */
parser grammar Accessible;

options { tokenVocab = CLexer; }

gpump_pragma
    : PragmaGpump
    ;

accessible_directive
    : gpump_pragma 'accessible' '(' identifier_list ')' NewLine {this.exitAccessibleDirective();}
    ;

accessible_qualifier
    : gpump_pragma 'accessible' NewLine {this.accessibleQualifier();}
    ;
