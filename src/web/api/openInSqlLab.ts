/** A query for the editor. */
export interface EditorQuery {
  sql: string
  /** "7__table": the source of the query, which determines its database */
  datasourceKey: string
}

/** Opens SQL Lab with a query, which does not run by itself. It is posted as a form, because it may be long. */
export function openInSqlLab(query: EditorQuery, isNewPage = false): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/superset/sqllab/'
  form.target = isNewPage ? '_blank' : '_self'
  form.hidden = true
  const field = document.createElement('input')
  field.name = 'form_data'
  field.value = JSON.stringify(query)
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
