import { MSSQL, MySQL, PLSQL, PostgreSQL, type SQLDialect, SQLite, StandardSQL } from '@codemirror/lang-sql'
import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'

const keywords = { MSSQL, MySQL, PLSQL, PostgreSQL, SQLite }

/** The keywords of a database, in the format of the editor's package. */
export const keywordsOf = (dialect: EditorDialect | undefined): SQLDialect =>
  dialect?.keywords ? keywords[dialect.keywords] : StandardSQL
