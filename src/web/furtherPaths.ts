/**
 * The pages for managing data, queries and people. This file contains only their paths, because every page loads the
 * list of routes, including dashboards.
 */
export const furtherPaths = [
  '/embedded/$uuid',
  '/{$kind}todatabaseview/form',
  '/savedqueryview/list/',
  '/superset/sqllab/history/',
  '/sqllab/history',
  '/sqllab/history/',
  '/annotationlayer/$',
  '/alert/$',
  '/report/$',
  '/dataset/add/',
  '/dataset/$id',
  '/rowlevelsecurity/list/',
  '/rowlevelsecurityfiltersmodelview/$',
  '/databaseview/list/',
  '/csstemplatemodelview/list/',
  '/dynamic-plugins/list/',
  '/mapboundaries/list/',
  '/superset/tags/',
  '/superset/all_entities/',
  '/search/',
  '/register/',
  '/register/form',
  '/users/$',
  '/roles/$',
  '/jobs/$',
  '/logmodelview/list/',
  '/feature_flags/',
  '/userinfoeditview/form',
  '/resetmypassword/form',
  '/resetpassword/form',
  '/superset/profile/',
  '/superset/profile/$name/',
] as const
export type FurtherPath = (typeof furtherPaths)[number]
