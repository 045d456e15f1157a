import type { InfoKey } from '../../model/wire/listQuery.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Collection } from './collection.ts'
import { labelOf } from './envelope.ts'
import { operatorNames } from './filters.ts'

/** A field of a create or change form, as `_info` describes it. */
export interface FormField {
  type: 'String' | 'Integer' | 'Float' | 'Boolean' | 'List' | 'Dict' | 'DateTime'
  required?: boolean
  length?: [min: number | null, max: number | null]
}

/** The `_info` of a resource in addition to its filters. */
export interface FormFields {
  add: Record<string, FormField>
  edit: Record<string, FormField>
}

/** The response of `_info`: permissions of the user, filters, and the fields of the forms. */
export function infoAnswer(
  collection: Collection,
  forms: FormFields,
  permissions: readonly string[],
  view: string,
  subject: Subject,
  keys: InfoKey[],
): Record<string, unknown> {
  const parts: Record<InfoKey, () => unknown> = {
    add_columns: () => columns(forms.add),
    add_title: () => `Add ${collection.title}`,
    edit_columns: () => columns(forms.edit),
    edit_title: () => `Edit ${collection.title}`,
    filters: () => filters(collection),
    permissions: () => permissions.filter((name) => has(subject, `${name}:${view}`)),
  }
  return Object.fromEntries(keys.map((key) => [key, parts[key]()]))
}

const columns = (fields: Record<string, FormField>) =>
  Object.entries(fields).map(([name, { type, required = false, length }]) => ({
    description: '',
    label: labelOf(name),
    name,
    required,
    type,
    unique: false,
    ...(length
      ? { validate: [`<Length(min=${length[0] ?? 'None'}, max=${length[1] ?? 'None'}, equal=None, error=None)>`] }
      : {}),
  }))

function filters(collection: Collection) {
  return Object.fromEntries(
    Object.entries(collection.searchColumns)
      .filter(([, { isLater }]) => !isLater)
      .map(([name, column]) => [
        name,
        [
          ...Object.entries(operatorNames[column.type]).map(([operator, label]) => ({ name: label, operator })),
          ...Object.entries(column.custom ?? {}).flatMap(([operator, { name }]) =>
            name === undefined ? [] : [{ name, operator }],
          ),
        ],
      ]),
  )
}
