// Unpacks while it arrives what the build has packed by Zstandard: the bundles and the memory.  The
// build puts this in front of worker.js.
//
// Each file has an instance of the decoder to itself.  What it holds in the end lies in the memory
// of that instance and is not copied out of it.

const INPUT_BYTES = 1 << 17; // as much as is decoded at once
const FIELDS = 3; // of Zstandard's description of a buffer: where it is, its size, its place

class Unpacking {
  /**
   * @param {WebAssembly.Module} decoder
   * @param {number} bytes the size of the content
   */
  constructor(decoder, bytes) {
    // it has nobody to tell that its memory has grown
    const env = { emscripten_notify_memory_growth: () => {} };
    this.code = /** @type {Decoder} */ (new WebAssembly.Instance(decoder, { env }).exports);
    this.bytes = bytes;
    this.input = this.allocate(INPUT_BYTES);
    this.content = this.allocate(bytes);
    this.buffers = this.allocate(8 * FIELDS);
    this.context = this.code.ZSTD_createDCtx();
    this.wanted = 1; // more input, 0 at the end of a frame
    this.unpacked = 0;
  }

  /** @param {number} bytes */
  allocate(bytes) {
    const address = this.code.malloc(bytes);
    if (address === 0) {
      throw new Error("there is no memory to unpack it");
    }
    return address;
  }

  // Unpack some more of the file.
  /** @param {Uint8Array} packed */
  push(packed) {
    for (let place = 0; place < packed.length; place += INPUT_BYTES) {
      this.decode(packed.subarray(place, place + INPUT_BYTES));
    }
  }

  /** @param {Uint8Array} part */
  decode(part) {
    const { memory, ZSTD_decompressStream } = this.code;
    new Uint8Array(memory.buffer).set(part, this.input);
    for (let place = 0; place < part.length; ) {
      const before = [this.input, part.length, place, this.content, this.bytes, this.unpacked];
      new Uint32Array(memory.buffer, this.buffers).set(before);
      const output = this.buffers + 4 * FIELDS;
      this.wanted = ZSTD_decompressStream(this.context, output, this.buffers);
      const after = new Uint32Array(memory.buffer, this.buffers, 2 * FIELDS);
      const isStuck = after[2] === place && after[5] === this.unpacked;
      if (this.wanted < 0 || isStuck) {
        throw new Error("it cannot be unpacked");
      }
      place = after[2];
      this.unpacked = after[5];
    }
  }

  // The content; nothing may be pushed any more.
  end() {
    if (this.wanted !== 0 || this.unpacked !== this.bytes) {
      throw new Error("it is not all there");
    }
    this.code.ZSTD_freeDCtx(this.context);
    return new Uint8Array(this.code.memory.buffer, this.content, this.bytes);
  }
}
