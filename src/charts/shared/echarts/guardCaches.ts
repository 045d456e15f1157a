import LRU from 'zrender/lib/core/LRU.js'

/** Names that every plain object inherits. */
const isInherited = (key: string | number) => key in Object.prototype

const safeKey = <K extends string | number>(key: K): K => (isInherited(key) ? (`${key} (text)` as K) : key)

/**
 * The caches of the drawing library, of text widths for example, look texts up in plain objects. For a text such as
 * `__proto__` or `constructor` they find what the object inherits, and write to it. Such texts get other keys here.
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
