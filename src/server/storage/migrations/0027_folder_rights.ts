import type { Migration } from '../migrate.ts'

/** What roles and users may do with the objects in a shared folder, and in the folders below it. */
export const folderRights: Migration = {
  version: 27,
  name: 'folder_rights',
  sql: `
create table folder_rights (
  folder_id integer not null references folders (id) on delete cascade,
  role_id integer references roles (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  can_edit boolean not null
);
create unique index folder_rights_by_holder on folder_rights (folder_id, coalesce(role_id, 0), coalesce(user_id, 0));
create index folder_rights_by_role on folder_rights (role_id);
create index folder_rights_by_user on folder_rights (user_id);
`,
}
