import { type SqlBool, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import type { Db } from '../storage/schema.ts'
import { among, anyOf, type Condition, everything, holds, notFound, nothing, one } from './conditions.ts'
import { createDataAccess } from './dataAccess.ts'
import { changedByFolder, inSharedFolders } from './folderRights.ts'
import { has, type Subject, seesAllData } from './subject.ts'
import type { Subjects } from './subjects.ts'
import type { DataRequest, Thing } from './thing.ts'

export interface Access {
  /**
   * Checks whether the subject may perform the action. Throws not found (hidden objects do not exist for the subject)
   * or forbidden.
   * read: see the entity; write: change or delete it (owner, Admin, or by the rights of a folder); own: decide who may
   * see and change it (owner or Admin).
   */
  can(subject: Subject, action: 'read' | 'write' | 'own', thing: Thing): Promise<void>
  /**
   * Whether the subject may query the dataset; throws DATASOURCE_SECURITY_ACCESS_ERROR (403), also if it does not
   * exist. A subject that may query all data passes: whether the dataset exists is checked afterwards.
   */
  canReadData(subject: Subject, datasetId: number, request?: DataRequest): Promise<void>
  /**
   * Conditions for lists: `db.selectFrom('charts').where(access.visible.charts(subject))`. They use the table name, so
   * the table must not have an alias.
   */
  visible: Record<'charts' | 'dashboards' | 'datasets' | 'databases', (subject: Subject) => Condition>
}

const forbidden = () => new AppError('GENERIC_COMMAND_ERROR', 403, 'Forbidden')

/** Datasets that a grant covers or the subject owns. */
function visibleDatasets(subject: Subject): Condition {
  if (seesAllData(subject)) return everything
  const { grants, user } = subject
  return anyOf([
    among('datasets.database_id', grants.databases),
    among('datasets.id', grants.datasets),
    ...[...grants.schemas].map((grant) => {
      const cut = grant.indexOf('/')
      return sql<SqlBool>`(datasets.database_id = ${Number(grant.slice(0, cut))}
        and coalesce(datasets.schema, '') = ${grant.slice(cut + 1)})`
    }),
    user
      ? sql<SqlBool>`exists (select 1 from dataset_owners
          where dataset_owners.dataset_id = datasets.id and dataset_owners.user_id = ${user.id})`
      : nothing,
  ])
}

/** Charts whose dataset is visible: a folder gives no access to data. */
function visibleCharts(subject: Subject): Condition {
  if (seesAllData(subject)) return everything
  return sql<SqlBool>`exists (select 1 from datasets
    where datasets.id = charts.datasource_id and ${visibleDatasets(subject)})`
}

/**
 * Admins see all dashboards, guests those of their token. All other users see those that they own, those in a folder
 * whose objects they may change, and published ones of three kinds: in a folder that they may read; shared with one of
 * their roles; shared with no role, but showing at least one dataset that they may query.
 */
function visibleDashboards(subject: Subject): Condition {
  if (subject.isAdmin) return everything
  if (subject.guest) return among('dashboards.id', subject.guest.dashboardIds)
  const roles = subject.roles.map((role) => role.id)
  const owned = subject.user
    ? sql<SqlBool>`exists (select 1 from dashboard_owners
        where dashboard_owners.dashboard_id = dashboards.id and dashboard_owners.user_id = ${subject.user.id})`
    : nothing
  const sharesRole = sql<SqlBool>`exists (select 1 from dashboard_roles
    where dashboard_roles.dashboard_id = dashboards.id and ${among('dashboard_roles.role_id', roles)})`
  const hasNoRoles = sql<SqlBool>`not exists (select 1 from dashboard_roles
    where dashboard_roles.dashboard_id = dashboards.id)`
  const showsData = sql<SqlBool>`exists (select 1 from dashboard_charts
    join charts on charts.id = dashboard_charts.chart_id
    join datasets on datasets.id = charts.datasource_id
    where dashboard_charts.dashboard_id = dashboards.id and ${visibleDatasets(subject)})`
  const [read, edited] = [subject.folders?.read, subject.folders?.edit].map((folders) =>
    inSharedFolders('Dashboard', 'dashboards.id', folders),
  )
  return sql<SqlBool>`(${owned} or ${edited} or (dashboards.published = ${true}
    and (${read} or ${sharesRole} or (${hasNoRoles} and ${showsData}))))`
}

/** Databases with a grant, and those with a grant on a schema or dataset in them. */
function visibleDatabases(subject: Subject): Condition {
  if (subject.isAdmin || has(subject, 'all_database_access:all_database_access')) return everything
  const { grants } = subject
  const named = [...grants.schemas].map((grant) => Number(grant.slice(0, grant.indexOf('/'))))
  return anyOf([
    among('databases.id', [...grants.databases, ...named]),
    sql<SqlBool>`exists (select 1 from datasets
      where datasets.database_id = databases.id and ${among('datasets.id', grants.datasets)})`,
  ])
}

/** The conditions do not depend on a connection, so they also work inside a transaction. */
export const visible: Access['visible'] = {
  charts: visibleCharts,
  dashboards: visibleDashboards,
  datasets: visibleDatasets,
  databases: visibleDatabases,
}

/** The access gate: every decision about an object is made here, from the current permissions of the subject. */
export function createAccess(db: Db, subjects: Subjects): Access {
  async function isVisible(subject: Subject, { kind, id }: Thing): Promise<boolean> {
    switch (kind) {
      case 'Chart':
        return holds(db.selectFrom('charts').select(one).where('id', '=', id).where(visible.charts(subject)))
      case 'Dashboard':
        return holds(db.selectFrom('dashboards').select(one).where('id', '=', id).where(visible.dashboards(subject)))
      case 'Dataset':
        return holds(db.selectFrom('datasets').select(one).where('id', '=', id).where(visible.datasets(subject)))
      case 'Database':
        return holds(db.selectFrom('databases').select(one).where('id', '=', id).where(visible.databases(subject)))
    }
  }

  async function isOwner(subject: Subject, { kind, id }: Thing): Promise<boolean> {
    const userId = subject.user?.id
    if (userId === undefined) return false
    switch (kind) {
      case 'Chart':
        return holds(db.selectFrom('chart_owners').select(one).where('chart_id', '=', id).where('user_id', '=', userId))
      case 'Dashboard':
        return holds(
          db.selectFrom('dashboard_owners').select(one).where('dashboard_id', '=', id).where('user_id', '=', userId),
        )
      case 'Dataset':
        return holds(
          db.selectFrom('dataset_owners').select(one).where('dataset_id', '=', id).where('user_id', '=', userId),
        )
      case 'Database':
        return false
    }
  }

  async function isChangedByFolder(subject: Subject, { kind, id }: Thing): Promise<boolean> {
    return kind !== 'Database' && (await changedByFolder(db, subject, kind, [id])).has(id)
  }

  return {
    visible,
    async can(subject, action, thing) {
      if (!(await isVisible(subject, thing))) throw notFound()
      if (action === 'read' || subject.isAdmin || (await isOwner(subject, thing))) return
      if (action === 'write' && (await isChangedByFolder(subject, thing))) return
      throw forbidden()
    },
    canReadData: createDataAccess(db, subjects, isOwner),
  }
}
