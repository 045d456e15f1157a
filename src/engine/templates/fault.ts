/** Why a template cannot be rendered; `kind` is Jinja's name of the error. */
export class TemplateFault extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.name = 'TemplateFault'
    this.kind = kind
  }
}

export const syntaxFault = (message: string) => new TemplateFault('TemplateSyntaxError', message)
export const typeFault = (message: string) => new TemplateFault('TypeError', message)
export const undefinedFault = (message: string) => new TemplateFault('UndefinedError', message)
export const limitFault = (message: string) => new TemplateFault('LimitExceeded', message)
