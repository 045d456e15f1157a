import type { Generated } from 'kysely'
import type { KeyScope } from '../../access/subject.ts'
import type { Entity } from './entity.ts'

/** Accounts, what they may do, and row rules. */
export interface AccessTables {
  users: UserTable
  roles: RoleTable
  user_roles: UserRoleTable
  role_permissions: RolePermissionTable
  permission_names: NameTable
  view_names: NameTable
  route_permissions: RoutePermissionTable
  view_menus: NameTable
  permission_pairs: PermissionPairTable
  data_grants: DataGrantTable
  sessions: SessionTable
  sign_in_links: SignInLinkTable
  api_keys: ApiKeyTable
  external_identities: ExternalIdentityTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  row_rules: RowRuleTable
  row_rule_datasets: RowRuleDatasetTable
  row_rule_roles: RowRuleRoleTable
}

interface UserTable extends Entity {
  username: string
  first_name: string
  last_name: string
  email: string
  /** Argon2id hash, null until the one-time link was used. */
  password_hash: string | null
  /** Tokens issued before this time are invalid. */
  password_changed_on: number | null
  is_active: Generated<boolean>
  last_login: number | null
  login_count: Generated<number>
  /** The language that the user chose, `pt_BR`; null: that of the browser. */
  language: string | null
  fail_login_count: Generated<number>
  /** IANA name; null: times are shown as they are in the data. */
  time_zone: string | null
}

interface RoleTable {
  id: Generated<number>
  name: string
  /** Admin, Alpha, Gamma, sql_lab and Public: their permissions are set by the release, not by an administrator. */
  is_builtin: Generated<boolean>
}

interface UserRoleTable {
  user_id: number
  role_id: number
}

/** `permission` is the pair as one word: `can_read:Chart`, `all_datasource_access:all_datasource_access`. */
interface RolePermissionTable {
  role_id: number
  permission: string
}

/** `permission_names` and `view_names`; the view `view_menus` also contains the databases, schemas and datasets. */
interface NameTable {
  id: Generated<number>
  name: string
}

/** The pairs of this release with their ids. */
interface RoutePermissionTable {
  id: Generated<number>
  permission_id: number
  view_id: number
}

/** A view: the pairs of `route_permissions`, and one for each database, schema and dataset. */
interface PermissionPairTable {
  id: Generated<number>
  permission_id: number
  view_menu_id: number
}

/** Grants of data to roles. Kind database has `database_id`; schema also has `schema`; dataset has `dataset_id`. */
interface DataGrantTable {
  id: Generated<number>
  role_id: number
  kind: 'database' | 'schema' | 'dataset'
  database_id: number | null
  schema: string | null
  dataset_id: number | null
}

interface SessionTable {
  /** SHA-256 of the random id in the cookie, hex. */
  id_hash: string
  user_id: number
  created_on: number
  used_on: number
  address: string | null
  /** Set while an administrator views the product as this user. */
  viewed_user_id: Generated<number | null>
}

interface SignInLinkTable {
  token_hash: string
  user_id: number
  expires_on: number
  used_on: number | null
}

/** An account of a user at an identity provider or in a directory. */
interface ExternalIdentityTable {
  id: Generated<number>
  user_id: number
  provider: 'oidc' | 'ldap'
  /** Address of the provider. */
  issuer: string
  /** The id of the user at the provider. */
  subject: string
  /** The provider created the user: its groups determine the roles. */
  is_managed: boolean
  created_on: number
  used_on: number | null
}

/** Codes of an authenticator app as a second factor. Required only after `confirmed_on` is set. */
interface SecondFactorTable {
  user_id: number
  /** Encrypted. */
  secret: string
  confirmed_on: number | null
  /** The time step of the last accepted code: no code is accepted twice. */
  last_step: Generated<number>
  created_on: number
}

interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 of the code, hex. */
  code_hash: string
  used_on: number | null
}

/** A program with the key acts as the user. With the `scope` read it can only read. */
interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** The first characters of the key, by which its owner recognizes it. */
  hint: string
  /** SHA-256 of the key, hex. */
  key_hash: string
  scope: KeyScope
  created_on: number
  expires_on: number
  used_on: number | null
  /** Address of the last use. */
  used_from: string | null
}

/** Row-level security. Cached with the permissions of a subject: call `rightsChanged` with every change. */
interface RowRuleTable extends Entity {
  name: string
  description: string | null
  /** Regular: applies to the listed roles; Base: to all other users. */
  filter_type: 'Regular' | 'Base'
  /** Rules of one group are combined with OR. */
  group_key: string | null
  /** SQL, possibly a template. */
  clause: string
}

interface RowRuleDatasetTable {
  rule_id: number
  dataset_id: number
}

interface RowRuleRoleTable {
  rule_id: number
  role_id: number
}
