import { z } from 'zod'
import { isTimeZone } from '../time/timeZone.ts'
import {
  flag,
  ids,
  integer,
  isShort,
  jsonText,
  parseFields,
  short,
  text,
  tooLong,
  tooManyValues,
} from '../wire/fields.ts'
import { isTooManifold, parseLargeJson, parseObject } from '../wire/json.ts'
import { filterTargets } from './filterTargets.ts'

const maybeText = z.string().nullish()
const maybeFlag = flag.nullish()
const record = z.record(z.string(), z.unknown())

/** The components of a dashboard by id. */
const layout = short(record)

const filters = short(z.array(z.unknown())).refine(
  (given) => isShort(filterTargets({ native_filter_configuration: given }).length),
  tooLong,
)

const common = {
  dashboard_title: text(0, 500).nullish(),
  owners: ids.nullish(),
  roles: ids.nullish(),
  position_json: jsonText.refine((json) => isShort(Object.keys(parseObject(json)).length), tooLong).nullish(),
  json_metadata: z.string().nullish(),
  css: maybeText,
  certified_by: maybeText,
  certification_details: maybeText,
  external_url: maybeText,
  published: maybeFlag,
  is_managed_externally: maybeFlag,
}

/** Body of `POST /api/v1/dashboard/`. */
export const DashboardCreate = z.strictObject({ ...common, slug: text(1, 255).nullish() })
export type DashboardCreate = z.infer<typeof DashboardCreate>

/** Body of `PUT /api/v1/dashboard/{id}`. A missing field changes nothing. */
export const DashboardUpdate = z.strictObject({ ...common, slug: text(0, 255).nullish(), tags: ids.nullish() })
export type DashboardUpdate = z.infer<typeof DashboardUpdate>

/** The allowed content of `json_metadata`. */
const metadataSchema = z.strictObject({
  native_filter_configuration: filters.nullish(),
  chart_configuration: record.nullish(),
  global_chart_configuration: record.nullish(),
  filter_sets_configuration: z.array(z.unknown()).nullish(),
  timed_refresh_immune_slices: ids.optional(),
  filter_scopes: record.nullish(),
  expanded_slices: record.nullish(),
  refresh_frequency: integer.nullish(),
  default_filters: z.string().optional(),
  stagger_refresh: flag.optional(),
  stagger_time: integer.optional(),
  color_scheme: z.string().nullish(),
  color_namespace: z.string().nullish(),
  positions: layout.nullish(),
  label_colors: record.nullish(),
  shared_label_colors: z.union([record, z.array(z.unknown())]).nullish(),
  map_label_colors: record.nullish(),
  color_scheme_domain: z.array(z.unknown()).nullish(),
  cross_filters_enabled: flag.nullish(),
  filter_bar_orientation: z.string().nullish(),
  native_filter_migration: record.nullish(),
  import_time: integer.optional(),
  remote_id: integer.optional(),
  show_native_filters: flag.optional(),
  /** Our own: native filters apply as soon as they are changed. */
  instant_filtering: flag.nullish(),
  /** Our own: IANA name of the zone in which the dashboard's times are read and shown. */
  time_zone: z.string().refine(isTimeZone, 'Not a time zone of the IANA list.').nullish(),
})

/** Errors in a `json_metadata` in the format of the field map; undefined if it is valid. */
export function metadataComplaints(metadata: string | null | undefined): unknown[] | undefined {
  if (metadata === undefined || metadata === null || metadata === '') return undefined
  if (isTooManifold(metadata)) return [tooManyValues]
  let value: unknown
  try {
    value = parseLargeJson(metadata)
  } catch {
    return ['JSON not valid']
  }
  const parsed = parseFields(metadataSchema, value)
  return parsed.ok ? undefined : [parsed.fields]
}

/** A slug as it is stored: trimmed, spaces as `-`, only word characters and `-`; empty means none. */
export function normalSlug(slug: string | null): string | null {
  const normal = (slug ?? '')
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '')
  return normal === '' ? null : normal
}
