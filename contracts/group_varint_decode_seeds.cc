// Seeds of the decode contract, made by rule.
#include "contracts/group_varint_decode_case.h"

namespace touchstone::contracts {

void decode_seeds(kit::Seeds<DecodeCase>& seeds) {
  DecodeCase c;
  c.count = 4;
  c.bytes = {0, 1, 2, 3, 4};
  seeds.add("four-small-values", c);
}

}  // namespace touchstone::contracts
