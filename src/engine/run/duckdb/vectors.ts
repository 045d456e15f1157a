import type { Cell } from '../../frame.ts'
import type { ByteSink } from '../encode/byteSink.ts'

export type Read = (index: number) => Cell
/** Creates a reader of the raw bytes of a vector with `count` values of `width` bytes. */
export type Reader = (bytes: Uint8Array, count: number) => Read
export type Missing = (index: number) => boolean
export type Write = (index: number, sink: ByteSink) => void

export const words = (bytes: Uint8Array, count: number) => new Int32Array(bytes.buffer, bytes.byteOffset, count)
