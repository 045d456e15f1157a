import LRU from 'zrender/lib/core/LRU.js'

/** Names of members that every plain object inherits. */
const isInherited = (key: string | number) => key in Object.prototype

const safeKey = <K extends string | number>(key: K): K => (isInherited(key) ? (`${key} (text)` as K) : key)

/**
 * The caches of the drawing library, for example of text widths, use texts as keys of plain objects. For a text such as
 * `__proto__` or `constructor`, they find an inherited member and write to it. Here, such texts get other keys.
 */
export function guardCaches(): void {
  const { get, put } = LRU.prototype
  LRU.prototype.get = function (key) {
    return get.call(this, safeKey(key))
  }
  LRU.prototype.put = function (key, value) {
    return put.call(this, safeKey(key), value)
  }
}
