import type { Migration } from '../migrate.ts'
import { initial } from './0001_initial.ts'
import { rowRules } from './0002_row_rules.ts'
import { annotations } from './0003_annotations.ts'
import { answersVersion } from './0004_answers_version.ts'
import { sqlLab } from './0005_sql_lab.ts'
import { people } from './0006_people.ts'
import { cssTemplates } from './0007_css_templates.ts'
import { filterSets } from './0008_filter_sets.ts'
import { embedding } from './0009_embedding.ts'
import { apiKeys } from './0010_api_keys.ts'
import { externalIdentities } from './0011_external_identities.ts'
import { namedResults } from './0012_named_results.ts'
import { secondFactors } from './0013_second_factors.ts'
import { textSearch } from './0014_text_search.ts'
import { jobs } from './0015_jobs.ts'
import { reports } from './0016_reports.ts'
import { plugins } from './0017_plugins.ts'
import { versions } from './0018_versions.ts'
import { trash } from './0019_trash.ts'
import { search } from './0020_search.ts'
import { asyncQueries } from './0021_async_queries.ts'
import { folders } from './0022_folders.ts'
import { unsubscribed } from './0023_unsubscribed.ts'
import { userTimeZone } from './0024_user_time_zone.ts'
import { languages } from './0025_languages.ts'
import { boundaryMaps } from './0026_boundary_maps.ts'
import { folderRights } from './0027_folder_rights.ts'
import { reportTables } from './0028_report_tables.ts'

/** In order. A released migration is never edited: `storage/testing/releasedMigrations.json` has their checksums. */
export const migrations: readonly Migration[] = [
  initial,
  rowRules,
  annotations,
  answersVersion,
  sqlLab,
  people,
  cssTemplates,
  filterSets,
  embedding,
  apiKeys,
  externalIdentities,
  namedResults,
  secondFactors,
  textSearch,
  jobs,
  reports,
  plugins,
  versions,
  trash,
  search,
  asyncQueries,
  folders,
  unsubscribed,
  userTimeZone,
  languages,
  boundaryMaps,
  folderRights,
  reportTables,
]
