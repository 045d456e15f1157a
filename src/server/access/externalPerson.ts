/** A person, as an identity provider or a directory describes them. It has proved who they are. */
export interface ExternalPerson {
  provider: 'oidc' | 'ldap'
  /** The provider: its address. */
  issuer: string
  /** The person at the provider; never given to another person. */
  subject: string
  username: string
  email: string
  firstName: string
  lastName: string
  groups: readonly string[]
}

/** A directory of people (LDAP) that checks passwords. */
export interface Directory {
  /**
   * The person with this name and password; undefined if nobody, or more than one entry, matches.
   * @throws AppError 503 if the directory does not answer
   */
  personOf(username: string, password: string): Promise<ExternalPerson | undefined>
}
