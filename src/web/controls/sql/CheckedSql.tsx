import css from './SqlField.module.css'
import { SqlField } from './SqlField.tsx'
import { useSqlCheck } from './useSqlCheck.ts'

interface CheckedSqlProps {
  label: string
  use: 'column' | 'where' | 'having'
  value: string
  onChange: (value: string) => void
}

/** SQL that the database checks while the user types: errors are underlined and shown below. */
export function CheckedSql({ use, value, ...rest }: CheckedSqlProps) {
  const fault = useSqlCheck(use, value)
  return (
    <div>
      <SqlField {...rest} value={value} fault={fault} />
      <output className={css.fault}>{fault}</output>
    </div>
  )
}
