"""Sentences and small tables in many languages, with the encodings that people kept them in.

Written for these tests. Each text is to be read back as it was written, whatever the encoding.
"""

from __future__ import annotations

# ruff: noqa: E501

SAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "english": (
        "The invoice for March came to €1,250 – the supplier’s “final” offer, not a draft.\n"
        "Please send the café receipts before the 5th…\n"
        "Our naïve forecast was £300 too low; a résumé is attached.\n",
        ("cp1252",),
    ),
    "french": (
        "L'été dernier, la société a livré près de mille pièces à ses clients étrangers.\n"
        "Le délai prévu était trop court; nous avons donc dû renégocier le marché.\n"
        "Garçon, où est la clé de l'hôtel? Ça coûte 30 francs.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "german": (
        "Die Prüfung der Bücher für das Geschäftsjahr läuft über mehrere Wochen.\n"
        "Grüße aus München, der Schlüssel liegt beim Pförtner in der Hauptstraße.\n"
        "Änderungen müssen bis Freitag gemeldet werden.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "spanish": (
        "El año pasado la compañía vendió más de mil unidades en España y México.\n"
        "¿Cuándo llegará el próximo envío? ¡Mañana mismo!\n"
        "La señora Núñez firmó el contrato según lo acordado.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "portuguese": (
        "A reunião de amanhã será às três horas, não se esqueça do relatório.\n"
        "As informações sobre a produção estão no anexo; faltam apenas alguns números.\n"
        "O preço da maçã subiu e a questão ficou em aberto.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "italian": (
        "La società ha già pagato più della metà delle fatture perché la scadenza è vicina.\n"
        "Così la città avrà una nuova università entro lunedì.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "swedish": (
        "Företaget sålde fler båtar än någonsin förra året.\n"
        "Vänligen skicka räkningen till kontoret på Östra gatan så fort som möjligt.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "danish": (
        "Virksomheden købte tre nye både og en gård på Sjælland.\n"
        "Vær så venlig at sende regningen før på fredag, ellers må vi lægge et gebyr på.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "finnish": (
        "Yhtiö myi viime vuonna enemmän veneitä kuin koskaan ennen.\n"
        "Lähettäkää lasku ystävällisesti pääkonttoriin ennen perjantaita, kiitos.\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "icelandic": (
        "Fyrirtækið seldi fleiri báta en nokkru sinni áður á síðasta ári.\n"
        "Vinsamlegast sendið reikninginn á skrifstofuna við Þórsgötu, það er mjög áríðandi.\n",
        ("cp1252",),
    ),
    "dutch": (
        "De coördinatie van de financiële rapporten is geïntegreerd in het nieuwe systeem.\n"
        "België en Italië hebben twee reünies georganiseerd.\n",
        ("cp1252",),
    ),
    "polish": (
        "W zeszłym roku spółka sprzedała więcej łodzi niż kiedykolwiek wcześniej.\n"
        "Proszę przesłać fakturę do głównego biura przed piątkiem, żeby uniknąć opóźnień.\n"
        "Żółte kwiaty rosną w ogrodzie; zadzwoń później.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "czech": (
        "V loňském roce společnost prodala více lodí než kdykoli předtím.\n"
        "Prosíme o zaslání faktury do hlavní kanceláře před pátkem, děkujeme.\n"
        "Příští týden přijede ředitel z Brna.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "slovak": (
        "Minulý rok spoločnosť predala viac lodí ako kedykoľvek predtým.\n"
        "Prosíme, pošlite faktúru do hlavnej kancelárie ešte pred piatkom, ďakujeme.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "hungarian": (
        "Tavaly a társaság több hajót adott el, mint valaha.\n"
        "Kérjük, küldje el a számlát a központi irodába péntek előtt, köszönjük.\n"
        "Az ügyfelek többsége elégedett volt a szolgáltatással, és újra rendelni fog; a költségek csökkentek.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "croatian": (
        "Prošle godine tvrtka je prodala više brodova nego ikada prije.\n"
        "Molimo pošaljite račun u glavni ured prije petka, inače ćemo naplatiti kašnjenje.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "romanian": (
        "Anul trecut societatea a vândut mai multe bărci decât oricând.\n"
        "Vă rugăm să trimiteţi factura înainte de vineri, altfel vom percepe o taxă şi dobânzi.\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "lithuanian": (
        "Praėjusiais metais įmonė pardavė daugiau laivų nei bet kada anksčiau.\n"
        "Prašome atsiųsti sąskaitą į pagrindinį biurą iki penktadienio, ačiū už greitą atsakymą.\n",
        ("cp1257", "iso8859_13"),
    ),
    "latvian": (
        "Pagājušajā gadā uzņēmums pārdeva vairāk laivu nekā jebkad agrāk.\n"
        "Lūdzu, nosūtiet rēķinu uz galveno biroju līdz piektdienai, paldies par ātru atbildi.\n",
        ("cp1257", "iso8859_13"),
    ),
    "estonian": (
        "Eelmisel aastal müüs ettevõte rohkem paate kui kunagi varem.\n"
        "Palun saatke arve peakontorisse enne reedet, täname kiire vastuse eest; hinnad on juba üle vaadatud.\n",
        ("cp1257", "cp1252"),
    ),
    "turkish": (
        "Geçen yıl şirket her zamankinden daha çok tekne sattı.\n"
        "Lütfen faturayı cuma gününden önce merkez ofise gönderiniz, aksi hâlde gecikme ücreti alınacaktır.\n"
        "İstanbul'daki müşterilerimiz için yeni bir mağaza açıldı.\n",
        ("cp1254", "iso8859_9"),
    ),
    "russian": (
        "В прошлом году компания продала больше лодок, чем когда-либо прежде.\n"
        "Пожалуйста, пришлите счёт в главный офис до пятницы, иначе будет начислен штраф.\n",
        ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic"),
    ),
    "ukrainian": (
        "Минулого року компанія продала більше човнів, ніж будь-коли раніше.\n"
        "Будь ласка, надішліть рахунок до головного офісу до п'ятниці, щоб уникнути затримки; її ціни вже відомі.\n",
        ("cp1251", "koi8_u"),
    ),
    "bulgarian": (
        "Миналата година дружеството продаде повече лодки от всякога.\n"
        "Моля, изпратете фактурата в главния офис преди петък, иначе ще бъде начислена лихва.\n",
        ("cp1251",),
    ),
    "greek": (
        "Πέρυσι η εταιρεία πούλησε περισσότερα σκάφη από ποτέ.\n"
        "Παρακαλούμε στείλτε το τιμολόγιο στα κεντρικά γραφεία πριν από την Παρασκευή, ευχαριστούμε.\n",
        ("cp1253", "iso8859_7"),
    ),
    "hebrew": (
        "בשנה שעברה החברה מכרה יותר סירות מאי פעם.\n"
        "נא לשלוח את החשבונית למשרד הראשי לפני יום שישי, תודה רבה.\n",
        ("cp1255", "iso8859_8"),
    ),
    "arabic": (
        "باعت الشركة في العام الماضي عددا من القوارب أكبر من أي وقت مضى.\n"
        "يرجى إرسال الفاتورة إلى المكتب الرئيسي قبل يوم الجمعة وشكرا لكم.\n",
        ("cp1256", "iso8859_6"),
    ),
    "thai": (
        "ปีที่แล้วบริษัทขายเรือได้มากกว่าที่เคย\nกรุณาส่งใบแจ้งหนี้ไปที่สำนักงานใหญ่ก่อนวันศุกร์ ขอบคุณ\n",
        ("cp874",),
    ),
    "japanese": (
        "昨年、当社はこれまでで最も多くのボートを販売しました。\n"
        "請求書は金曜日までに本社へお送りください。よろしくお願いいたします。\n"
        "カタカナの商品名もあります。\n",
        ("cp932", "euc_jp", "iso2022_jp"),
    ),
    "chinese": (
        "去年公司卖出的船比以往任何时候都多。\n请在星期五之前把发票寄到总部,谢谢您的合作。\n",
        ("gbk", "gb18030"),
    ),
    "taiwanese": (
        "去年公司賣出的船比以往任何時候都多。\n請在星期五之前把發票寄到總公司,謝謝您的合作。\n",
        ("big5",),
    ),
    "korean": (
        "작년에 회사는 그 어느 때보다 많은 배를 판매했습니다.\n"
        "금요일 전에 청구서를 본사로 보내 주시기 바랍니다. 감사합니다.\n",
        ("cp949",),
    ),
    "french_table": (
        "Nom;Prénom;Ville\n"
        "Dupont;François;Besançon\n"
        "Lefèvre;Hélène;Orléans\n"
        "Martin;Zoé;Béziers\n"
        "Bernard;Luc;Paris\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "german_table": (
        "Name;Straße;Ort\nMüller;Hauptstraße 5;Köln\nSchröder;Gärtnerweg 1;Würzburg\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "spanish_table": (
        "nombre,ciudad,importe\nPeña,Málaga,12.50\nIbáñez,Cádiz,13.00\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "swedish_table": (
        "namn,ort\nÅsa Öberg,Malmö\nJörgen,Gävle\nPär,Umeå\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "danish_table": (
        "navn,by\nSøren Ægidius,København\nÅse,Århus\nJørgen,Næstved\n",
        ("cp1252", "mac_roman", "cp850"),
    ),
    "euro_table": (
        "item,price\npen,€1.20\nbook,€12.00\n",
        ("cp1252", "iso8859_15"),
    ),
    "one_letter_table": (
        "id,city\n1,London\n2,Zürich\n3,Rome\n",
        ("cp1252", "cp850"),
    ),
    "many_countries_table": (
        "city,country\n"
        "München,Germany\n"
        "Málaga,Spain\n"
        "São Paulo,Brazil\n"
        "København,Denmark\n"
        "Göteborg,Sweden\n"
        "Île-de-France,France\n",
        ("cp1252", "mac_roman"),
    ),
    "degrees_table": (
        "sensor,temp\na,21.5 °C\nb,22.0 °C ±0.5\nc,5 µm\nd,3 m²\n",
        ("cp1252",),
    ),
    "quotes_table": (
        "id,comment\n1,It’s fine\n2,“quoted” text – dash\n3,wait…\n",
        ("cp1252", "mac_roman"),
    ),
    "polish_table": (
        "imię,nazwisko,miasto\n"
        "Łukasz,Wiśniewski,Łódź\n"
        "Zofia,Wójcik,Kraków\n"
        "Małgorzata,Dąbrowska,Gdańsk\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "czech_table": (
        "jméno,příjmení,město\nJiří,Novák,Plzeň\nŽofie,Dvořáková,Olomouc\nTomáš,Černý,Děčín\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "hungarian_table": (
        "név,város\nKovács Győző,Győr\nTóth Ágnes,Székesfehérvár\nSzűcs Ödön,Pécs\n",
        ("cp1250", "iso8859_2", "cp852"),
    ),
    "turkish_table": (
        "ad,şehir\nAyşe,İzmir\nÇağla,Eskişehir\nGökhan,Muğla\n",
        ("cp1254",),
    ),
    "russian_table": (
        "имя,город\nИван,Москва\nОльга,Казань\n",
        ("cp1251", "koi8_r", "cp866"),
    ),
    "greek_table": (
        "όνομα,πόλη\nΓιώργος,Αθήνα\nΕλένη,Θεσσαλονίκη\n",
        ("cp1253", "iso8859_7"),
    ),
    "hebrew_table": (
        "שם,עיר\nדוד,תל אביב\nרחל,חיפה\n",
        ("cp1255",),
    ),
    "japanese_table": (
        "名前,都市\n田中,東京\n鈴木,大阪\n佐藤,名古屋\n",
        ("cp932", "euc_jp"),
    ),
    "chinese_table": (
        "姓名,城市\n王伟,北京\n李娜,上海\n",
        ("gbk",),
    ),
    "taiwanese_table": (
        "姓名,城市\n王偉,臺北\n李娜,高雄\n",
        ("big5",),
    ),
    "korean_table": (
        "이름,도시\n김민수,서울\n이영희,부산\n",
        ("cp949",),
    ),
}
