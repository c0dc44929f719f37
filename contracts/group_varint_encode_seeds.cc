// Seeds of the encode contract, made by rule.
#include "contracts/group_varint_encode_case.h"

namespace touchstone::contracts {

void encode_seeds(kit::Seeds<EncodeCase>& seeds) {
  EncodeCase c;
  c.values = {1, 2, 3, 4};
  seeds.add("four-small-values", c);
}

}  // namespace touchstone::contracts
