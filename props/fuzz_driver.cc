// Drives a fuzz target as an engine does, without one: each argument that is no option is an input.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize(&argc, &argv) != 0) return 3;
  for (int i = 1; i < argc; ++i) {
    std::printf("input %s\n", argv[i]);
    std::ifstream file(argv[i], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    if (LLVMFuzzerTestOneInput(data, bytes.size()) != 0) return 4;
  }
  std::printf("the target returned 0 for every input\n");
  return 0;
}
