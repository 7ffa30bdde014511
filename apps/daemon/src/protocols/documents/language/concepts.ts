/**
 * What words mean to whoever builds from a text: the same deed, thing or property under several names and in several
 * languages. A word ends with `*` where any ending may follow; accents do not count. Words that mean two things are left
 * out: a text is then compared by the word itself.
 */

const DEEDS: Readonly<Record<string, string>> = {
  end: 'end ends ended ending close closes closed closing finish* terminat* expire* expir* laps* ablauf* ablaufen lauft endet enden beend* schliess* geschloss* termin* expir* ferm* cierr* cerrad* caduc* vence* vencim* encerr* fech* chiud* chius* scad* eindig* sluit* verloop* konc* zakoncz* wygas* zamyk* zamkn* avslut* stang* 終了 閉じ 終わ 期限切れ 結束 结束',
  valid:
    'valid validity lifetime lasts last lasting gultig* gelten gilt laufzeit* haltbar* valable* validite vigen* valid* validez validade dura duree geldig* wazn* obowiazuj* giltig* 有効 有效',
  start:
    'start starts started starting begin* began begun launch* beginn* startet anfang* commenc* debut* demarr* empiez* empez* comienz* comenz* inici* comec* inizi* rozpocz* rozpoczyn* start* borja* 開始 始ま 始め 开始',
  send: 'notif* inform* alert* warn* tell* told announc* benachricht* informier* gemeldet meldet warn* avert* previen* prevenu* prevenir aviso* avisa* avis* informa* notific* alerta* avvis* segnal* waarschuw* melding* gemeld powiadom* powiadami* zawiadom* informuj* meddela* 通知 知らせ 連絡 警告 send sends sent sending deliver* dispatch* transmit* forward* mail mailed mails emailed push pushed pushes verschick* verschickt versend* versand* gesendet sendet senden schickt zustell* zugestellt envoi* envoy* expedi* transm* envia* envio* manda* mandar inoltr* invia* inviat* verzend* verzond* stuurt wysyl* wysl* przesyl* skicka* 送信 送付 送る 配信 渡す 发送',
  issue:
    'issue issues issued issuing create creates created creating generat* grant grants granted assign* hand hands handed ausstell* ausgestellt erstell* vergib* vergeb* anleg* angelegt delivr* emet* emis* cree* creer cre generer attribu* emit* expide* crea crean creado* cria* gera* gerado* emess* rilasci* uitgegeven maakt aangemaakt wyda* wystaw* tworz* utworz* 発行 作成 付与 生成 创建',
  approve:
    'consent* agree agrees agreed zustimm* einwillig* consentement* consent* consiente* consentim* acuerdo anuenc* instem* toestem* approv* authoris* authoriz* sign signs signed release releases released freigab* freigeg* genehmig* bewillig* zustimm* approuv* autoris* valide valident accord* aprob* autoriz* aprov* approva* goedkeur* goedgekeurd akcept* zatwierdz* zgod* godkann* 承認 許可 批准',
  decide:
    'decid* decision* entscheid* entschied* decid* tranch* decision decisi* beslis* beslot* decyd* zdecyd* beslut* 決定 判断 决定',
  reject:
    'reject* refus* declin* deny denies denied turned ablehn* abgelehnt lehnt zuruckweis* zuruckgewiesen refus* rejet* rechaz* deneg* recus* rejeit* rifiut* respin* afgewez* weiger* odrzuc* odmaw* avvis* 拒否 却下 拒绝',
  cancel:
    'cancel* abort* revok* withdraw* storn* abbrech* abgebroch* widerruf* annul* anul* revoc* cancela* cancell* annuller* geannuleerd anulow* odwol* avbok* 取消 キャンセル 解約',
  store:
    'store stores stored storing keep keeps kept keeping retain* retention save saves saved archiv* preserv* speicher* gespeichert aufbewahr* behalt* archivier* conserv* enregistr* stock* guarda* almacen* conserva* armazen* archivi* bewaar* bewaard opgeslagen przechow* zapis* archiwiz* lagra* spara* 保存 保管 記録 保留 存储',
  delete:
    'drop drops dropped delet* remov* eras* purg* wip* discard* lösch* losch* gelosch* entfern* vernicht* supprim* effac* detrui* retir* elimin* borra* borrad* suprim* apaga* apagad* exclu* cancellat* rimoss* rimuov* verwijder* gewist usuw* usun* kasow* skasow* radera* 削除 消去 破棄 删除',
  change:
    'move moves moved moving transfer* verschieb* verschob* umzieh* umzug* verleg* deplac* deménag* demenag* transfer* mueve* mover traslad* muda* transfer* spost* trasfer* verplaats* przenos* przenies* flytt* 移動 移行 chang* edit* modif* alter* amend* correct* anderung* ander* geandert bearbeit* korrigier* modifi* chang* corrig* cambi* modifica* edita* corrige* corregi* alter* muda* modific* wijzig* aanpass* gewijzigd zmien* zmian* edyt* popraw* andra* 変更 編集 修正 訂正 修改',
  show: 'show shows shown showing appear appears appeared appearing erschein* erscheint apparai* aparec* display* visible see sees seen view* anzeig* angezeigt zeigt sichtbar sieht sehen affich* montr* visible* voit voir muestra* mostrar mostrad* ve ven ver visibl* exib* mostra* vede* visualizz* toon* getoond zichtbaar ziet pokaz* wyswietl* widocz* widzi visar visas 表示 見え 閲覧 显示',
  hide: 'hid* conceal* mask* verberg* verborgen ausgeblendet versteckt masqu* cach* ocult* escond* nascost* verborg* ukry* dolj* 非表示 隠',
  check:
    'check* verif* inspect* examin* control* prüf* pruf* gepruft kontroll* nachweis* verif* contrôl* controle* comprob* revis* verific* controla* confer* controll* controleer* sprawdz* weryfik* kontrol* 確認 検査 検証 点検 检查',
  allow:
    'allow* permit* may can able erlaubt darf durfen gestattet zulassig peut peuvent permis permet autorise* puede* permite* permitid* pode* può possono permess* mag mogen toegestaan moze* wolno dozwol* far できる 可能 允许',
  pay: 'pay pays paid paying payment* bezahl* zahl* gezahlt zahlung* pai* payer paie* pag* pago* abon* pagament* pagat* betal* betaald plac* zaplat* platn* oplac* 支払 入金 決済 付款',
  refund:
    'refund* reimburs* repay* repaid erstatt* ruckerstatt* ruckzahl* rembours* reembols* devoluc* rimbors* terugbetal* zwrot* zwrac* aterbetal* 返金 払い戻 退款',
  order:
    'order orders ordered ordering bestell* auftrag* command* pedid* encarg* encomend* ordin* bestel* bestelling* zamow* zamaw* 注文 発注 订单',
  book: 'book books booked booking* reserv* buch* gebucht reservier* reserva* prenot* boek* geboekt rezerw* boka* 予約 预订',
  login:
    'login logon log-in sign-in signin logs anmeld* einlogg* angemeldet connexion* connect* identif* acceso iniciar acced* entrar accesso acceder* inlog* logow* zalogow* ログイン サインイン',
  skip: 'skip* postpon* defer* omit* bypass* overspring* uberspring* aufschieb* aufgeschob* omet* report* reporte* omit* pospon* aplaz* adia* adiar* salta* rinvi* posticip* uitstel* overslaan pomij* pomin* odklad* odroc* 省略 延期 スキップ',
  mark: 'mark marks marked marking flag* label* markier* kennzeichn* gekennzeichnet marqu* etiquet* marca* marcad* segna* oznacz* marker* 印 マーク 標記',
  destroy: 'destroy* scrap* vernicht* entsorg* detrui* destru* distrug* vernietig* niszcz* zniszcz* 廃棄',
  offer:
    'offer* propos* anbiet* angebot* angeboten offr* propos* ofrec* oferec* offr* aanbied* aangeboden oferuj* zaoferow* erbjud* 提供 提案',
  lock: 'lock* block* suspend* sperr* gesperrt verriegel* bloqu* verrouill* suspend* bloque* bloc* vergrendel* geblokkeerd blokow* zablok* spärr* ロック 施錠 凍結 锁定',
  unlock:
    'unlock* unblock* entsperr* freischalt* deverrouill* debloqu* desbloque* sblocc* ontgrendel* odblok* 解錠 解除',
  open: 'open opens opened opening offn* geoffnet ouvr* ouvert* abre* abrir abiert* abert* aprir* aperto aperta geopend open* otwier* otwart* oppn* 開館 開店 開く 开放',
  escalate: 'escalat* eskal* escalad* escala エスカレ 上申',
  retry:
    'retry retries retried retrying attempt* tries versuch* wiederhol* tentativ* essai* reessa* intent* reintent* tentar poging* prob* proby ponow* ponaw* forsok* 再試行 リトライ 試行 重试',
  update:
    'updat* refresh* sync* synchron* aktualis* erneuer* actualis* actualiz* atualiz* aggiorn* sincron* bijwerk* bijgewerkt vernieuw* odswiez* aktualiz* 更新 同期',
  measure:
    'measur* reading* sampl* messung* misst gemessen messwert* mesur* releve* mide* medi* medic* lectura* misur* meet meting* gemeten mierz* pomiar* mat* 測定 計測 测量',
  transport:
    'transport* ship ships shipped shipping lieferung* geliefert transportier* livr* expedit* envio* entrega* consegn* spediz* vervoer* gelever* dostaw* dostarcz* transporto* 輸送 配送 运输',
  pick: 'pick* collect* fetch* abhol* abgeholt recup* retrait* recog* retir* ritir* ophal* opgehaald odbior* odbier* 受取 引取',
  renew:
    'renew* extend* extension* prolong* verlanger* renouvel* renov* prorrog* rinnov* verleng* przedluz* odnow* 更新 延長',
  count:
    'count* counts tally zahl* gezahlt compt* cuent* conta* contar tell* geteld liczb* liczy* policz* 集計 数え 计数',
  register:
    'regist* enrol* enroll* sign-up registrier* inscri* inscrip* matricul* registr* iscri* aangemeld rejestr* zapisa* zapisuj* anmala* 登録 申込 注册',
  request:
    'request* demand* appl* ask asks asked antrag* beantrag* anfrag* bitt* demand* solicit* peticion* ped* richiest* aanvra* verzoek* wnios* prosb* begar* 申請 依頼 請求 请求',
  return:
    'return* ruckgab* zuruckgeb* zuruckgegeben retour* rend rendu* devolv* devuel* devol* restitu* terugbreng* inlever* zwroc* oddac* 返却 返品',
  lend: 'lend* lent loan* borrow* ausleih* leihfrist* leiht pret* emprunt* prest* emprest* presta* uitleen* uitgeleend wypozycz* lan* 貸出 借り',
  encrypt:
    'encrypt* cipher* verschlussel* chiffr* cifra* encript* criptogra* crittogra* versleutel* szyfr* krypter* 暗号化 加密',
  publish: 'publish* veroffentlich* publi* public* pubblic* gepubliceerd publik* 公表 掲載 发布',
  run: 'run runs ran running execut* perform* ausfuhr* ausgefuhrt lauft execut* tourn* ejecut* execut* eseg* draai* uitgevoerd uruchom* wykon* kora* 実行 稼働 运行',
  confirm:
    'confirm* acknowledg* bestatig* quittier* confirm* acus* conferm* bevestig* potwierdz* bekraft* 承諾 確定',
  call: 'call calls called phone* ring telefon* anruf* angeruf* anrufen appel* llam* telefon* chiam* bel* gebeld dzwon* zadzwon* ring* 電話',
  use: 'use uses used using usage verwend* benutz* genutzt nutz* utilis* usa* uso utiliz* usat* gebruik* uzyw* korzyst* anvand* 使用 利用',
  test: 'test* trial* probe* erprob* essai* prueb* prova* teste* proef* testow* prob* テスト 試験',
  assemble: 'install* mount* montier* einbau* eingebaut install* instal* montar* monta* montaz* 設置 取付',
  train:
    'train trains trained training schul* geschult form* formation* capacit* formac* formaz* opleid* szkol* utbild* 研修 訓練 培训',
  print: 'print* druck* gedruckt imprim* imprim* stamp* afdruk* drukow* wydruk* skriv* 印刷 打印',
  upload:
    'upload* hochlad* hochgelad* televers* subir subid* carreg* caric* przesla* ladda アップロード 上传',
  download: 'download* herunterlad* telecharg* descarg* baix* scaric* pobier* pobra* ダウンロード 下载',
};

const THINGS: Readonly<Record<string, string>> = {
  user: 'user users account-holder nutzer* benutzer* anwender* utilisat* usuari* utilizador* utent* gebruiker* uzytkownik* anvandar* 利用者 ユーザ 用户',
  customer:
    'customer* client clients buyer* shopper* kund* kunden kunde client* acheteur* cliente* comprador* klant* klient* 顧客 お客 客户',
  member: 'member* mitglied* adherent* membre* miembro* socio* membro* soci leden czlonk* medlem* 会員 会员',
  employee:
    'employee* staff worker* personnel mitarbeit* beschaftigt* angestellt* salari* employe* personnel emplead* trabajador* personal funcionari* colaborador* dipendent* personeel medewerker* pracownik* anstalld* personal* 職員 社員 従業員 员工',
  manager:
    'manager* supervisor* head chief lead leads leiter* leitung* vorgesetzt* chef* responsable* gerent* jefe* jefa* encargad* gestor* responsabil* leidinggevend* kierown* chef* 管理者 責任者 上司 主管',
  admin: 'admin* administrator* administrat* administrador* amministrat* beheerder* 管理員 管理员',
  company:
    'compan* firm firms business* enterprise* corporat* firmen firma betrieb* unternehm* gewerb* handwerk* entrepris* societe* empresa* negocio* aziend* impres* bedrij* przedsieb* firm* foretag* 企業 会社 法人 公司',
  citizen:
    'citizen* resident* inhabitant* burger* bewohner* einwohner* habitant* citoyen* resident* ciudadan* vecin* morador* cidada* cittadin* bewoner* mieszkan* obywatel* 住民 市民',
  child:
    'child children kid kids pupil* kind kinder* schuler* enfant* eleve* nino* nina* alumn* crianc* alun* bambin* alunn* kinderen leerling* dzieck* dzieci* uczen* uczni* barn* elev* 児童 子ども 子供 生徒',
  parent:
    'parent* guardian* eltern* erziehungsberechtigt* parent* tuteur* padre* madre* tutor* pais genitor* ouder* rodzic* foraldr* 保護者 家长',
  patient: 'patient* pacient* pazient* pacjent* 患者',
  guest:
    'guest* visitor* gast gaste besucher* visiteur* invite* huesped* visitant* hospede* ospit* bezoek* gosc* gäst* 来客 宿泊者 访客',
  driver:
    'driver* fahrer* conducteur* chauffeur* conductor* motorist* autist* bestuurder* kierowc* forar* 運転手 司机',
  code: 'code codes kennung* codigo* codice* kod kody kodu コード 暗証番号',
  password:
    'password* passcode* passwort* kennwort* mot-de-passe contrasen* senha* parola* wachtwoord* haslo hasla hasel losenord* パスワード 密码',
  session: 'session* sitzung* sesion* sessao sessoes session* sessie* sesj* セッション 会话',
  document:
    'document* paper papers unterlag* dokument* document* papier* documento* papel* documenten 書類 文書 文件',
  invoice: 'invoice* bill bills rechnung* factur* fatur* fattur* faktur* 請求書 发票',
  fee: 'fee fees charge charges gebuhr* entgelt* frais redevanc* tasa* cuota* taxa* tariff* kosten tarief* oplat* avgift* 手数料 料金 费用',
  price:
    'price* cost costs preis* prix coût cout* precio* coste* preco* custo* prezz* costo prijs* cen* koszt* pris* 価格 単価 价格',
  fine: 'fine fines penalt* bussgeld* strafe* vertragsstraf* mahngebuhr* amend* penalit* multa* penaliz* sanzion* boete* kar* kara kary 罰金 違約金 延滞料 罚款',
  discount:
    'discount* rebate* rabatt* ermassig* nachlass* remise* reduction* descuent* descont* sconto sconti korting* znizk* rabat* 割引 折扣',
  deadline:
    'deadline* cutoff* cut-off frist* stichtag* delai* echeanc* plazo* prazo* scadenz* termijn* deadlin* termin* 締切 期限 締め切り',
  file: 'file files datei* fichier* archivo* fichero* ficheiro* arquivo* bestand* plik* fil filer ファイル',
  image: 'image* photo* picture* bild* foto* imag* immagin* afbeelding* zdjec* obraz* bilder 画像 写真 图片',
  backup:
    'backup* sicherung* sauvegard* copia-de-seguridad copias respaldo* backup* salvatag* kopia kopie zapasow* バックアップ 备份',
  report: 'report reports bericht* rapport* informe* relatori* rapport* raport* 報告 レポート 报告',
  message:
    'message* nachricht* messag* mensaj* mensag* messagg* bericht wiadomos* meddeland* メッセージ 消息',
  vehicle:
    'vehicle* car cars truck* van fahrzeug* auto autos wagen vehicul* voiture* camion* vehicul* coche* veicul* carro* voertuig* pojazd* samochod* fordon* 車両 車 车辆',
  room: 'room rooms zimmer* raum raume* salle* chambre* sala salas habitac* quarto* stanz* camer* kamer* zaal pokoj* sal* rum 部屋 教室 会議室 房间',
  door: 'door* tur turen porte portes puert* porta portas deur* drzwi dorr* ドア 扉',
  battery: 'batter* akku* batterie* bateri* accu* akumul* バッテリー 電池 电池',
  network:
    'network* netz* netzwerk* reseau* red redes rede redes rete reti netwerk* siec* natverk* ネットワーク 网络',
  temperature: 'temperatur* temperat* 温度',
  sensor: 'sensor* probe probes fuhler* capteur* sonde* sonda* sensore* czujnik* givare センサー 传感器',
  seat: 'seat seats place places platz platze* sitzplatz* siege* plaza* asiento* lugar* vaga* posto posti plaats* miejsc* plats* 席 座席 定員',
  capacity: 'capacit* kapazit* aforo* capacid* lotac* capienz* capaciteit pojemn* 容量',
  weight: 'weight* gewicht* poids peso* gewicht waga wagi vikt* 重量 重さ',
  height: 'height* hohe hauteur* altura* altezz* hoogte* wysok* hojd* 高さ',
  width: 'width* breite* largeur* ancho* anchura* largura* larghezz* breedte* szerok* bredd* 幅',
  size: 'size* grosse* taille* tamano* tamanho* dimension* grootte* rozmiar* wielkos* storlek* サイズ 大きさ',
  speed: 'speed* geschwind* vitesse* velocid* velocit* snelheid* predkos* hastighet* 速度',
  age: 'age aged alter* mindestalter* edad* idade* eta leeftijd* wiek* alder* 年齢 歳',
  average:
    'average* mean median durchschnitt* mittelwert* moyenn* promedi* media medi* mediana gemiddeld* sredni* genomsnitt* 平均',
  highest:
    'highest maximum best hochst* grosst* plus-haut mayor maior maximo massim* hoogst* najwyzsz* hogst* 最高 最大',
  lowest: 'lowest worst niedrigst* kleinst* minimo minim* laagst* najnizsz* lagst* 最低 最小',
  warehouse:
    'warehouse* depot* storehouse lager* entrepot* almacen* armazem magazzin* magazijn* magazyn* 倉庫 仓库',
  stock: 'stock* inventor* bestand* existenc* estoque* inventari* giacenz* voorraad* zapas* 在庫 库存',
  language: 'language* sprach* langue* idioma* lingu* taal* talen jezyk* sprak* 言語 语言',
  contract: 'contract* vertrag* contrat* contrato* contratt* umow* avtal* 契約 合同',
  shift: 'shift* schicht* turno* dienst* zmian* skift* 勤務 シフト',
  holiday:
    'holiday* vacation* urlaub* ferien* conge* vacanc* vacacion* feria* ferie vakantie* urlop* semester* 休暇 休日',
  appointment:
    'appointment* termin* rendez-vous cita citas consulta* appuntament* afspra* wizyt* 予約日 診察',
  card: 'card cards badge* karte* ausweis* carte* badge* tarjet* cartao* cartoes tessera* kaart* pas legitym* kart* カード',
  screen: 'screen* bildschirm* ecran* pantall* tela* ecra schermo* scherm* ekran* skarm* 画面 屏幕',
  record:
    'record records entry entries log logs eintrag* datensatz* datensatze enregistrement* registro* registr* wpis* rekord* post poster レコード 履歴 ログ',
  version: 'version* versao* versione* wersj* 版',
  error:
    'error* fault* failure* fehler* storung* erreur* panne* error* fallo* averia* erro* falha* guast* fout* storing* blad* bled* awari* fel 障害 エラー 故障',
  water: 'water wasser* eau eaux agua* acqua* woda wody vatten* 水',
  payer: 'payer payee* beneficiar* empfanger* beneficiair* beneficiari* odbiorc*',
  lesson:
    'lesson* class classes course* kurs* unterricht* cours curso* clase* aula* lezion* les lessen cursus* zajec* lekcj* kurs* 講座 授業 课程',
  waste:
    'waste rubbish garbage abfall* mull* dechet* residuo* basura* lixo* rifiut* afval* odpad* 廃棄物 ごみ',
};

/** Forms that no ending explains. */
const IRREGULAR: Readonly<Record<string, string>> = {
  hold: 'hold holds held holding halten gehalten halt',
  sell: 'sell sells sold sale sales verkauf* verkauft vend* vente* vent* venta* venda* vendit* verkoop* verkocht sprzed* salj* 販売 销售',
  buy: 'buy buys bought purchas* kauf* gekauft achat* achet* compr* acquist* koop* gekocht kup* zakup* kop* 購入 购买',
  take: 'take takes took taken',
  give: 'give gives gave given gibt geben gegeben',
  lose: 'lose loses lost loss losses',
  leave: 'leave leaves left leaving',
  write: 'write writes wrote written',
  choose:
    'choose chooses chose chosen wahl* gewahlt choisi* elig* eleg* sceg* kies* gekozen wybier* wybra* 選択 選ぶ',
  find: 'find finds found',
  break: 'break breaks broke broken',
  build: 'build builds built',
  win: 'win wins won',
  drive: 'drive drives drove driven',
  bring: 'bring brings brought',
  teach: 'teach teaches taught',
  meet: 'meet meets met meeting*',
  spend: 'spend spends spent',
  feed: 'feed feeds fed',
  freeze: 'freeze freezes froze frozen',
  wait: 'wait waits waited waiting wart* gewartet attend* attente esper* aspett* attes* wacht* gewacht czek* vant* 待ち 待つ 等待',
};

/** What is done to everything: two sentences that share no more are about two things. */
export const GENERAL_DEEDS: ReadonlySet<string> = new Set(
  'store send show check allow use change run issue test call register update measure print confirm start end open'
    .split(' ')
    .map((name) => `~${name}`),
);
/** Kinds of people: what holds for one need not hold for another. */
export const PERSONS: ReadonlySet<string> = new Set(
  'user customer member employee manager admin company citizen child parent patient guest driver'
    .split(' ')
    .map((name) => `~${name}`),
);
/** Deeds that belong to one person or place: who does them is who answers for them. */
export const OWNED_DEEDS: ReadonlySet<string> = new Set([
  '~approve',
  '~issue',
  '~cancel',
  '~escalate',
  '~decide',
  '~confirm',
]);
export const DEED_NAMES: ReadonlySet<string> = new Set(
  [...Object.keys(DEEDS), 'sell', 'buy', 'choose'].map((name) => `~${name}`),
);

export const CONCEPT_SOURCES: readonly Readonly<Record<string, string>>[] = [DEEDS, THINGS, IRREGULAR];
