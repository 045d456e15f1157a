import { type SqlBool, sql } from 'kysely'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { changedByFolder } from '../../access/folderRights.ts'
import { dashboardDigest, dashboardUrl } from '../../entities/dashboards.ts'
import { inFolder } from '../../entities/folders.ts'
import { findOwners, findPeople, shortPerson } from '../../entities/people.ts'
import { findTags, hasTag } from '../../entities/tags.ts'
import { changeFields, nameOrder } from '../../listing/changeFields.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'
import { hasCreator, isMine, isStarred, isTrue } from '../../listing/favourites.ts'
import { anyContains } from '../../listing/filters.ts'
import { searchedText } from '../../listing/searchedText.ts'
import type { Db } from '../../storage/schema.ts'

const listColumns = [
  'id',
  'published',
  'status',
  'slug',
  'url',
  'css',
  'position_json',
  'json_metadata',
  'thumbnail_url',
  'certified_by',
  'certification_details',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_by.id',
  'changed_by_name',
  'changed_by_url',
  'changed_on_utc',
  'changed_on_delta_humanized',
  'created_on_delta_humanized',
  'created_by.first_name',
  'created_by.id',
  'created_by.last_name',
  'dashboard_title',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'roles.id',
  'roles.name',
  'is_managed_externally',
]

const column = (name: string) => sql.ref(`dashboards.${name}`)
const related = (table: string, key: string) => (id: number) =>
  sql<SqlBool>`exists (select 1 from ${sql.table(table)} where dashboard_id = dashboards.id and ${sql.ref(key)} = ${id})`

/** Lists of dashboards: columns that may be shown, sorted and searched. */
export const dashboardCollection: Collection = {
  table: 'dashboards',
  title: 'Dashboard',
  listColumns,
  laterColumns: ['tags.id', 'tags.name', 'tags.type', 'is_editor'],
  orderColumns: {
    'changed_by.first_name': sql.raw(nameOrder('dashboards', 'changed_by', 'first_name')),
    changed_on_delta_humanized: column('changed_on'),
    'created_by.first_name': sql.raw(nameOrder('dashboards', 'created_by', 'first_name')),
    dashboard_title: sql`lower(dashboards.dashboard_title)`,
    published: column('published'),
    changed_on: column('changed_on'),
  },
  textOrders: ['changed_by.first_name', 'created_by.first_name', 'dashboard_title'],
  defaultOrder: 'changed_on',
  searchColumns: {
    changed_by: { type: 'toOne', column: column('changed_by') },
    created_by: {
      type: 'toOne',
      column: column('created_by'),
      custom: {
        dashboard_created_by_me: { name: 'Created by me', where: (_, subject) => isMine('dashboards', subject) },
        dashboard_has_created_by: { name: 'Has created by', where: (value) => hasCreator('dashboards', value) },
      },
    },
    dashboard_title: {
      type: 'text',
      column: column('dashboard_title'),
      index: searchedText('dashboards', 'dashboard_title'),
      custom: {
        title_or_slug: {
          name: 'Title or Slug',
          where: (value) =>
            anyContains([searchedText('dashboards', 'dashboard_title'), searchedText('dashboards', 'slug')], value),
        },
      },
    },
    id: {
      type: 'integer',
      column: column('id'),
      custom: {
        in_folder: { where: (value, subject) => inFolder('Dashboard', value, subject) },
        dashboard_is_favorite: {
          name: 'Is favorite',
          where: (value, subject) => isStarred('Dashboard', 'dashboards.id', subject, value),
        },
        dashboard_is_certified: {
          name: 'Is certified',
          where: (value) =>
            isTrue(value)
              ? sql<SqlBool>`dashboards.certified_by <> ''`
              : sql<SqlBool>`coalesce(dashboards.certified_by, '') = ''`,
        },
      },
    },
    owners: { type: 'toMany', holds: related('dashboard_owners', 'user_id') },
    published: { type: 'boolean', column: column('published') },
    roles: { type: 'toMany', holds: related('dashboard_roles', 'role_id') },
    slug: { type: 'text', column: column('slug') },
    tags: {
      type: 'toMany',
      isLater: true,
      custom: { dashboard_tags: { where: (name) => hasTag('dashboard', 'dashboards', name) } },
    },
  },
  visible: ({ access }, subject) => access.visible.dashboards(subject),
  load: loadDashboards,
}

/** Dashboards in the format of responses, with the requested relations. */
async function loadDashboards(ids: number[], { db, subject, now, wanted }: LoadContext) {
  if (ids.length === 0) return new Map()
  // Layouts are the largest part of a dashboard, and lists seldom request them.
  const heavy = (['position_json', 'json_metadata', 'css'] as const).filter((name) => wanted.has(name))
  const rows = await db
    .selectFrom('dashboards')
    .select([
      'id',
      'uuid',
      'version',
      'created_on',
      'changed_on',
      'created_by',
      'changed_by',
      'dashboard_title',
      'slug',
    ])
    .select(['published', 'certified_by', 'certification_details', 'is_managed_externally'])
    .select(heavy)
    .where('id', 'in', ids)
    .execute()
  if (rows.length === 0) return new Map()
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  const owners = wanted.has('owners') ? await findOwners(db, 'dashboard_owners', ids) : undefined
  const tags = wanted.has('tags') ? await findTags(db, 'dashboard', ids) : undefined
  const edited = wanted.has('is_editor') ? await changedByFolder(db, subject, 'Dashboard', ids) : undefined
  const roles = wanted.has('roles') ? await rolesOf(db, ids) : undefined
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        ...changeFields(row, people, now),
        status: row.published ? 'published' : 'draft',
        url: dashboardUrl(row),
        thumbnail_url: `/api/v1/dashboard/${row.id}/thumbnail/${dashboardDigest(row)}/`,
        changed_on: isoTime(row.changed_on),
        owners: owners?.get(row.id)?.map(shortPerson) ?? [],
        ...(tags ? { tags: tags.get(row.id) ?? [] } : {}),
        ...(edited ? { is_editor: edited.has(row.id) } : {}),
        roles: (roles?.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      },
    ]),
  )
}

async function rolesOf(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('dashboard_roles')
    .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
    .select(['dashboard_roles.dashboard_id', 'roles.id', 'roles.name'])
    .where('dashboard_roles.dashboard_id', 'in', ids)
    .orderBy('roles.id')
    .execute()
  return Map.groupBy(rows, (row) => row.dashboard_id)
}
