import { z } from 'zod'
import type { Subject } from '../../access/subject.ts'
import { labelsOf } from '../../listing/envelope.ts'
import type { App, Policy } from '../../resource.ts'
import type { Services } from '../../services.ts'

/** What a request for a table specifies. */
export interface Asked {
  order: string | undefined
  isDescending: boolean
  offset: number
  limit: number
  /** Ids by column: `_flt_0_created_by=1`. */
  relations: ReadonlyMap<string, number>
}

interface Found {
  count: number
  /** In the order of the rows. */
  ids: number[]
  rows: Record<string, unknown>[]
}

/** A table of objects as clients of very old versions read it. */
export interface TableView {
  /** `/chart/api/read` */
  url: string
  /** Its name, which is also part of the arguments: `psize_SliceModelView`. */
  name: string
  requires: Policy
  /** The feature flag without which the address does not exist. */
  flag?: string
  /** Columns with a label, listed or not. */
  labelled: readonly string[]
  /** Labels that do not follow from the names. */
  labels?: Readonly<Record<string, string>>
  columns: readonly string[]
  orders: readonly string[]
  find: (services: Services, subject: Subject, asked: Asked) => Promise<Found>
}

const MOST_ROWS = 1000

const TableAnswer = z.strictObject({
  count: z.int(),
  label_columns: z.record(z.string(), z.string()),
  list_columns: z.array(z.string()),
  modelview_name: z.string(),
  order_columns: z.array(z.string()),
  page: z.int().nullable(),
  page_size: z.int().nullable(),
  pks: z.array(z.int()),
  result: z.array(z.record(z.string(), z.unknown())),
})

/** Adds the route of a table. */
export function addTableView(app: App, services: Services, view: TableView): void {
  const { url, name, requires, flag, labelled, labels = {}, columns, orders, find } = view
  app.get(
    url,
    {
      config: { requires, ...(flag ? { flag } : {}), errors: 'C', answer: TableAnswer },
      schema: { querystring: z.record(z.string(), z.string()) },
    },
    async ({ subject, query }) => {
      const page = wholeNumber(query[`page_${name}`])
      const size = wholeNumber(query[`psize_${name}`])
      const limit = Math.min(size ?? MOST_ROWS, MOST_ROWS)
      const order = query[`_oc_${name}`]
      const { count, ids, rows } = await find(services, subject, {
        order: order !== undefined && orders.includes(order) ? order : undefined,
        isDescending: query[`_od_${name}`] === 'desc',
        offset: Math.min((page ?? 0) * limit, Number.MAX_SAFE_INTEGER),
        limit,
        relations: relationsOf(query),
      })
      return {
        count,
        label_columns: { ...labelsOf(labelled), ...labels },
        list_columns: [...columns],
        modelview_name: name,
        order_columns: [...orders],
        page: page ?? null,
        page_size: size ?? null,
        pks: ids,
        result: rows,
      }
    },
  )
}

const wholeNumber = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

/** `_flt_0_created_by=1`: rows whose relation has this id. */
function relationsOf(query: Record<string, string>): Map<string, number> {
  return new Map(
    Object.entries(query).flatMap(([key, value]): [string, number][] => {
      const column = /^_flt_0_(\w+)$/.exec(key)?.[1]
      const id = wholeNumber(value)
      return column === undefined || id === undefined ? [] : [[column, id]]
    }),
  )
}
