// A service after `free()`: its members throw an Error in words, and a second `free()` does nothing. The build appends
// this file to the module of each form, where the class `Hashrange` is in scope.

{
  const { prototype } = Hashrange;
  const release = prototype.free;
  const members = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor" && name !== "free");
  const refusal = (name) => ({
    get() {
      throw new Error(`${name} was used after free(), which released this service; create one with new Hashrange()`);
    },
  });
  const released = Object.create(prototype, Object.fromEntries(members.map((name) => [name, refusal(name)])));

  const free = function () {
    if (Object.getPrototypeOf(this) !== released) {
      release.call(this);
      Object.setPrototypeOf(this, released);
    }
  };
  for (const name of ["free", Symbol.dispose].filter((name) => name !== undefined)) {
    Object.defineProperty(prototype, name, { value: free, writable: true, configurable: true });
  }
}
