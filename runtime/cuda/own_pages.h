/*
 * What the host reads and writes at each launch lies on no page with the program's variables: the runtime's own variables, and the
 * regions' descriptions. A device that reaches the host's pages by tables of its own (HMM) would lose the page of a variable that
 * the region uses to the host, once or more for each region.
 *
 * A variable that is aligned to a page aligns to a page what this object adds to the section, and the section as a whole. So the runtime's
 * variables begin a page of `.data` and one of `.bss`. Behind them are those of libraries that are named later at the link, CUDA's among
 * them, which the host uses for each launch, too. In front of `.data` there is the table through which functions of shared libraries
 * are called (`.got.plt`): without the alignment each such call would read a page that has variables.
 */
#include "host.h"

namespace gpump {

const size_t PAGE_BYTES = 4096;

__attribute__((aligned(PAGE_BYTES), used)) static unsigned char own_page_of_data = 1;
__attribute__((aligned(PAGE_BYTES), used)) static unsigned char own_page_of_bss;
GPUMP_ON_OWN_PAGES __attribute__((aligned(PAGE_BYTES), used)) static unsigned char own_page_of_regions = 1;

} // namespace gpump
