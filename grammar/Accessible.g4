/*
 * The extension of Chapter 6: `accessible` marks the data and the functions
 * that a parallel region reaches. The rules of Appendix B that are new.
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
