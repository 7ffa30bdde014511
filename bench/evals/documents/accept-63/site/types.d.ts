export interface Song { title: string; composer: string }
