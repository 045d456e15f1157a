import type { ReactNode } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { Mark } from '../../shell/Mark.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { SightPicture } from './SightPicture.tsx'
import css from './SignInPage.module.css'

const texts = defineTexts('signInPage', { version: 'Version {version}' })

/** The page for signing in: a form on the left, a decoration on the right. */
export function SignInPage({ children }: { children: ReactNode }) {
  const t = useText()
  const version = bootstrap.common.menu_data?.navbar_right?.version_string
  return (
    <div className={css.page}>
      <div className={css.side}>
        <div className={css.form}>
          <div className={css.brand}>
            <Mark size={28} />
            <span>Sextant</span>
          </div>
          {children}
        </div>
        {version ? <p className={css.foot}>{t(texts.version, { version })}</p> : null}
      </div>
      <SightPicture />
    </div>
  )
}
