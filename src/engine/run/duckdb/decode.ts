import {
  type DuckDBDecimalType,
  type DuckDBEnumType,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  DuckDBVector,
} from '@duckdb/node-api'
import bindings from '@duckdb/node-bindings'
import type { Cell, CellType } from '../../frame.ts'
import { writeCells, writeEach } from '../encode/batch.ts'
import type { ByteSink } from '../encode/byteSink.ts'
import { blobs, texts, textsAsJson } from './texts.ts'
import { intervalText, nestedText, timeOfDayText } from './valueText.ts'
import { type Missing, type Reader, type Write, words } from './vectors.ts'

/** Reads one result column directly from the engine's memory: as cells, or written as JSON without creating cells. */
export interface ColumnReader {
  type: CellType
  cells(vector: bindings.Vector, count: number): Cell[]
  /** See Batch.writeJson. */
  writeJson(vector: bindings.Vector, count: number, sink: ByteSink, ends: Uint32Array | undefined): boolean
}

const MS_PER_DAY = 86_400_000
/** DuckDB stores ±infinity of dates and timestamps as the extreme values of their storage type. */
const INFINITE_DAY = 2_147_483_647
const MAX_WORD = 0x7fffffff
const TWO_TO_32 = 4_294_967_296
/** High words beyond this exceed the range of exact doubles. */
const SAFE_HIGH_WORD = 2_097_152

function fixedWidth(
  type: CellType,
  width: number,
  reader: Reader,
  writer?: (bytes: Uint8Array, count: number, isMissing: Missing | undefined) => Write,
): ColumnReader {
  return {
    type,
    cells(vector, count) {
      const read = reader(bindings.vector_get_data(vector, count * width), count)
      const isMissing = missing(vector, count)
      const cells: Cell[] = []
      for (let i = 0; i < count; i++) cells.push(isMissing?.(i) ? null : read(i))
      return cells
    },
    writeJson(vector, count, sink, ends) {
      const bytes = bindings.vector_get_data(vector, count * width)
      const isMissing = missing(vector, count)
      if (writer) return writeEach(count, sink, ends, isMissing, writer(bytes, count, isMissing))
      const read = reader(bytes, count)
      return writeEach(count, sink, ends, isMissing, (i, to) => to.cell(read(i)))
    },
  }
}

/** Returns a function that detects missing values of a vector; undefined if it has none. */
function missing(vector: bindings.Vector, count: number): Missing | undefined {
  const valid = bindings.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null
  return valid ? (i) => (((valid[i >> 3] as number) >> (i & 7)) & 1) === 0 : undefined
}

type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
type NumberArrayClass = {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): NumberArray
  BYTES_PER_ELEMENT: number
}

function numbers(type: CellType, ArrayClass: NumberArrayClass, map?: (value: number) => Cell): ColumnReader {
  return fixedWidth(type, ArrayClass.BYTES_PER_ELEMENT, (bytes, count) => {
    const items = new ArrayClass(bytes.buffer, bytes.byteOffset, count)
    return map ? (i) => map(items[i] as number) : (i) => items[i] as number
  })
}

/** A 64-bit integer as a number if a double is exact, else as a bigint: most are small, and bigints are slow. */
function wideInteger(low: number, high: number, signed: boolean): number | bigint {
  if (high >= -SAFE_HIGH_WORD && high < SAFE_HIGH_WORD && (signed || high >= 0)) return high * TWO_TO_32 + (low >>> 0)
  const value = (BigInt(high) << 32n) | BigInt(low >>> 0)
  return signed ? value : BigInt.asUintN(64, value)
}

function integer64(signed: boolean): Reader {
  return (bytes, count) => {
    const items = words(bytes, count * 2)
    return (i) => wideInteger(items[2 * i] as number, items[2 * i + 1] as number, signed)
  }
}

function integer128(signed: boolean): Reader {
  return (bytes, count) => {
    const items = words(bytes, count * 4)
    return (i) => {
      const [low, high, third, fourth] = [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3].map((k) => items[k] as number)
      // it fits in 64 bits if the upper half is only the sign extension of the lower
      const sign = (high as number) >> 31
      if (signed && third === sign && fourth === sign) return wideInteger(low as number, high as number, true)
      const value =
        (BigInt(fourth as number) << 96n) |
        (BigInt((third as number) >>> 0) << 64n) |
        (BigInt((high as number) >>> 0) << 32n) |
        BigInt((low as number) >>> 0)
      return narrow(signed ? value : BigInt.asUintN(128, value))
    }
  }
}

const narrow = (value: bigint): number | bigint =>
  value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value

/** The digits of a decimal as text, including trailing zeros of its scale, as databases print them. */
function decimalText(unscaled: number | bigint, scale: number): string {
  const negative = unscaled < 0
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return negative ? `-${text}` : text
}

/**
 * Decimals are converted to floats. If the unscaled value is exact as a double, a division rounds only once. Other
 * decimals are parsed from their digits.
 */
function decimal(type: DuckDBDecimalType, exact: boolean): ColumnReader {
  const { width, scale } = type
  const power = 10 ** scale
  const convert = (unscaled: number | bigint): Cell => {
    if (exact) return decimalText(unscaled, scale)
    if (typeof unscaled === 'number' && scale <= 22) return unscaled / power
    return Number(decimalText(unscaled, scale))
  }
  const cellType: CellType = 'float'
  if (width <= 4) return numbers(cellType, Int16Array, convert)
  if (width <= 9) return numbers(cellType, Int32Array, convert)
  const bytesWide = width <= 18 ? 8 : 16
  return fixedWidth(cellType, bytesWide, (bytes, count) => {
    const read = (bytesWide === 8 ? integer64(true) : integer128(true))(bytes, count)
    return (i) => convert(read(i) as number | bigint)
  })
}

/** Timestamps as epoch milliseconds; smaller units are kept as a fraction. ±infinity is missing. */
function timestamp(unitsPerMs: number): ColumnReader {
  return fixedWidth('time', 8, (bytes, count) => {
    const items = words(bytes, count * 2)
    return (i) => {
      const low = items[2 * i] as number
      const high = items[2 * i + 1] as number
      if ((high === MAX_WORD && low === -1) || high === -MAX_WORD - 1) return null
      const units = wideInteger(low, high, true)
      if (typeof units === 'number') return units / unitsPerMs
      const whole = units / BigInt(unitsPerMs)
      return Number(whole) + Number(units - whole * BigInt(unitsPerMs)) / unitsPerMs
    }
  })
}

function enumeration(type: DuckDBEnumType): ColumnReader {
  const label = (index: number): Cell => type.values[index] ?? null
  switch (type.internalTypeId) {
    case DuckDBTypeId.UTINYINT:
      return numbers('text', Uint8Array, label)
    case DuckDBTypeId.USMALLINT:
      return numbers('text', Uint16Array, label)
    default:
      return numbers('text', Uint32Array, label)
  }
}

/** Types without a flat layout are read one by one through the driver's value objects. */
function viaValues(type: CellType, convert: (value: DuckDBValue) => Cell): ColumnReader {
  const cells = (vector: bindings.Vector, count: number) => {
    const values = DuckDBVector.create(vector, count)
    return Array.from({ length: count }, (_, i) => {
      const value = values.getItem(i)
      return value === null ? null : convert(value)
    })
  }
  return {
    type,
    cells,
    writeJson: (vector, count, sink, ends) => writeCells(cells(vector, count), sink, ends),
  }
}

/** @param exactDecimals decimals as text with all digits: files print them exactly, JSON has floats */
export function columnReader(type: DuckDBType, exactDecimals: boolean): ColumnReader {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return numbers('bool', Uint8Array, (value) => value !== 0)
    case DuckDBTypeId.TINYINT:
      return numbers('int', Int8Array)
    case DuckDBTypeId.UTINYINT:
      return numbers('int', Uint8Array)
    case DuckDBTypeId.SMALLINT:
      return numbers('int', Int16Array)
    case DuckDBTypeId.USMALLINT:
      return numbers('int', Uint16Array)
    case DuckDBTypeId.INTEGER:
      return numbers('int', Int32Array)
    case DuckDBTypeId.UINTEGER:
      return numbers('int', Uint32Array)
    case DuckDBTypeId.BIGINT:
      return fixedWidth('int', 8, integer64(true))
    case DuckDBTypeId.UBIGINT:
      return fixedWidth('int', 8, integer64(false))
    case DuckDBTypeId.HUGEINT:
      return fixedWidth('int', 16, integer128(true))
    case DuckDBTypeId.UHUGEINT:
      return fixedWidth('int', 16, integer128(false))
    case DuckDBTypeId.BIGNUM:
      return viaValues('int', (value) => narrow(value as bigint))
    case DuckDBTypeId.FLOAT:
      return numbers('float', Float32Array)
    case DuckDBTypeId.DOUBLE:
      return numbers('float', Float64Array)
    case DuckDBTypeId.DECIMAL:
      return decimal(type as DuckDBDecimalType, exactDecimals)
    case DuckDBTypeId.DATE:
      return numbers('time', Int32Array, (days) =>
        days === INFINITE_DAY || days === -INFINITE_DAY ? null : days * MS_PER_DAY,
      )
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return timestamp(1000)
    case DuckDBTypeId.TIMESTAMP_S:
      return timestamp(0.001)
    case DuckDBTypeId.TIMESTAMP_MS:
      return timestamp(1)
    case DuckDBTypeId.TIMESTAMP_NS:
      return timestamp(1_000_000)
    case DuckDBTypeId.VARCHAR:
      return fixedWidth('text', 16, texts, textsAsJson)
    case DuckDBTypeId.BLOB:
      return fixedWidth('text', 16, blobs)
    case DuckDBTypeId.ENUM:
      return enumeration(type as DuckDBEnumType)
    case DuckDBTypeId.TIME:
    case DuckDBTypeId.TIME_TZ:
    case DuckDBTypeId.TIME_NS:
      return viaValues('text', timeOfDayText)
    case DuckDBTypeId.INTERVAL:
      return viaValues('text', intervalText)
    case DuckDBTypeId.SQLNULL:
      return viaValues('object', () => null)
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
      return viaValues('object', nestedText)
    default:
      // UUID, BIT, GEOMETRY, VARIANT and future types: the driver's text
      return viaValues('text', String)
  }
}
